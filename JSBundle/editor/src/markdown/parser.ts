import MarkdownIt from "markdown-it";
import {
  codeRule,
  footnoteReferenceRule,
  footnoteRule,
  keepDefinitions,
  mentionRule,
  numericEntities,
  textRule,
} from "./rules";
import { tableRule } from "./table-rule";

/** How many containers may stand in one another; what is nested deeper is kept as source. */
export const maximumLevel = 300;

/** Where a list item's content begins; carried by the item's token. */
export interface ItemMeta {
  /** The offset of the first character of the content in the text given to the parser. */
  readonly contentStart: number;
  /** The column of the content, counted from the edge of the nearest quote around it. */
  readonly indent: number;
}

let shared: MarkdownIt | undefined;

/** The parser, made at the first use and shared: it holds rules and no state. */
export function markdownParser(): MarkdownIt {
  if (shared === undefined) shared = makeParser();
  return shared;
}

function makeParser(): MarkdownIt {
  const parser = new MarkdownIt("commonmark", { html: true, maxNesting: maximumLevel });
  parser.enable(["table", "strikethrough"]);
  // A document keeps the addresses it has, letter for letter; what may be followed is decided where links are opened.
  parser.normalizeLink = (url) => url;
  parser.normalizeLinkText = (url) => url;
  parser.validateLink = () => true;

  const rule = <Rule>(ruler: MarkdownIt.Ruler<Rule>, name: string): Rule => {
    const found = (ruler as unknown as { __rules__: { name: string; fn: Rule }[] }).__rules__.find(
      (entry) => entry.name === name,
    );
    if (found === undefined) throw new Error(`the parser has no rule ${name}`);
    return found.fn;
  };
  const { block, inline } = parser;
  block.ruler.at("table", tableRule, { alt: ["paragraph", "reference"] });
  block.ruler.at("reference", keepDefinitions(rule(block.ruler, "reference")));
  block.ruler.before("reference", "footnote", footnoteRule, { alt: ["paragraph"] });
  inline.ruler.at("text", textRule);
  inline.ruler.at("backticks", codeRule);
  inline.ruler.at("entity", numericEntities(rule(inline.ruler, "entity")));
  inline.ruler.before("link", "mention", mentionRule);
  inline.ruler.before("link", "footnote_reference", footnoteReferenceRule);

  // The content of an item is tokenized right after its token was pushed, with its place set up in the state.
  const tokenize = block.tokenize;
  block.tokenize = function (state, startLine, endLine, silent) {
    const token = state.tokens[state.tokens.length - 1];
    if (token !== undefined && token.type === "list_item_open" && token.meta === null) {
      const contentStart = state.bMarks[startLine] + state.tShift[startLine];
      const meta: ItemMeta = { contentStart, indent: state.blkIndent };
      token.meta = meta;
    }
    tokenize.call(block, state, startLine, endLine, silent);
  };
  return parser;
}
