/** The part of markdown-it that the editor uses: its parsers and their states, not its renderer. */
declare module "markdown-it" {
  namespace MarkdownIt {
    interface Token {
      type: string;
      tag: string;
      nesting: number;
      level: number;
      content: string;
      markup: string;
      info: string;
      attrs: [string, string][] | null;
      map: [number, number] | null;
      meta: unknown;
      children: Token[] | null;
    }

    type Environment = { references?: { [label: string]: { href: string; title: string } } };

    interface BlockState {
      readonly src: string;
      readonly md: MarkdownIt;
      readonly env: Environment;
      readonly tokens: Token[];
      bMarks: number[];
      eMarks: number[];
      tShift: number[];
      sCount: number[];
      blkIndent: number;
      line: number;
      lineMax: number;
      level: number;
      parentType: string;
      push(type: string, tag: string, nesting: number): Token;
      isEmpty(line: number): boolean;
      skipEmptyLines(from: number): number;
      getLines(begin: number, end: number, indent: number, keepLastNewline: boolean): string;
    }

    interface InlineState {
      readonly src: string;
      readonly md: MarkdownIt;
      readonly env: Environment;
      pos: number;
      posMax: number;
      pending: string;
      push(type: string, tag: string, nesting: number): Token;
    }

    type BlockRule = (state: BlockState, startLine: number, endLine: number, silent: boolean) => boolean;
    type InlineRule = (state: InlineState, silent: boolean) => boolean;

    interface Ruler<Rule> {
      at(name: string, rule: Rule, options?: { alt: string[] }): void;
      before(name: string, newName: string, rule: Rule, options?: { alt: string[] }): void;
      getRules(chain: string): Rule[];
    }

    interface Helpers {
      parseLinkLabel(state: InlineState, start: number, disableNested?: boolean): number;
      parseLinkDestination(text: string, from: number, to: number): { ok: boolean; pos: number; str: string };
    }
  }

  class MarkdownIt {
    constructor(preset: string, options: { html: boolean; maxNesting: number });
    readonly block: {
      readonly ruler: MarkdownIt.Ruler<MarkdownIt.BlockRule>;
      readonly State: new (
        source: string,
        md: MarkdownIt,
        environment: MarkdownIt.Environment,
        tokens: MarkdownIt.Token[],
      ) => MarkdownIt.BlockState;
      tokenize(state: MarkdownIt.BlockState, startLine: number, endLine: number, silent?: boolean): void;
    };
    readonly inline: {
      readonly ruler: MarkdownIt.Ruler<MarkdownIt.InlineRule>;
      parse(source: string, md: MarkdownIt, environment: MarkdownIt.Environment, tokens: MarkdownIt.Token[]): void;
    };
    readonly helpers: MarkdownIt.Helpers;
    readonly utils: {
      unescapeAll(text: string): string;
      isWhiteSpace(code: number): boolean;
      isPunctChar(character: string): boolean;
      isMdAsciiPunct(code: number): boolean;
    };
    enable(names: string[]): this;
    normalizeLink(url: string): string;
    normalizeLinkText(url: string): string;
    validateLink(url: string): boolean;
  }

  export default MarkdownIt;
}
