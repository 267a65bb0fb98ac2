import {
  addMark,
  Attributes,
  Block,
  BlockDocument,
  BlockType,
  cutCode,
  embedCharacter,
  IdentifierGenerator,
  Mark,
  markTypes,
  PlacedEmbed,
  seededIdentifiers,
  seededRandom,
} from "../../src/model";

/** Makes random documents that keep the schema, the same for the same seed. */
export class RandomDocuments {
  readonly random: () => number;
  readonly makeIdentifier: IdentifierGenerator;

  constructor(readonly seed: number) {
    this.random = seededRandom(seed);
    this.makeIdentifier = seededIdentifiers(seed + 1);
  }

  integer(below: number): number {
    return Math.floor(this.random() * below);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.integer(items.length)];
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  /** Words, and now and then the characters that mean something in Markdown or in Unicode. */
  text(longest: number, newlines: boolean = true): string {
    const length = this.integer(longest + 1);
    let text = "";
    while (text.length < length) {
      if (this.chance(0.55)) text += this.pick(words);
      else text += this.pick(oddities);
      if (newlines && this.chance(0.06)) text += "\n";
    }
    return text;
  }

  /** A place in a text that splits no surrogate pair. */
  place(text: string): number {
    const offset = this.integer(text.length + 1);
    const unit = text.charCodeAt(offset);
    return unit >= 0xdc00 && unit <= 0xdfff ? offset - 1 : offset;
  }

  marks(text: string): readonly Mark[] {
    let marks: readonly Mark[] = [];
    for (let count = this.integer(4); count > 0 && text.length > 0; count--) {
      const [start, end] = [this.place(text), this.place(text)].sort((left, right) => left - right);
      if (start === end) continue;
      const type = this.pick(markTypes);
      marks = addMark(marks, { type, start, end, attributes: type === "link" ? this.link() : {} });
    }
    return cutCode(marks, text);
  }

  link(): Attributes {
    const href = this.pick(["https://example.org/a?b=c&d", "/a b", "x(y)", "", "mailto:a@b.c", "#ü", "a\\b<c>", "mention:x"]);
    return this.chance(0.3) ? { href, title: `t${this.text(12, false)}` } : { href };
  }

  /** Text with embeds in it. */
  textWithEmbeds(longest: number): { text: string; embeds: readonly PlacedEmbed[] } {
    let text = this.text(longest);
    const embeds: PlacedEmbed[] = [];
    for (let count = this.chance(0.2) ? 1 + this.integer(2) : 0; count > 0; count--) {
      const offset = Math.max(embeds.length > 0 ? embeds[embeds.length - 1].offset + 1 : 0, this.place(text));
      if (offset > text.length || isInsidePair(text, offset)) break;
      text = text.slice(0, offset) + embedCharacter + text.slice(offset);
      embeds.push({ offset, ...this.embed() });
    }
    return { text, embeds };
  }

  embed(): { type: "mention" | "image" | "raw"; attributes: Attributes } {
    switch (this.integer(3)) {
      case 0:
        return { type: "mention", attributes: { id: this.pick(["u1", "a/b c", "(x"]), label: this.text(8, false) } };
      case 1:
        return { type: "image", attributes: this.imageAttributes() };
      default:
        return { type: "raw", attributes: { source: this.pick(["<kbd>", "</kbd>", "<a href='x'>", "<!-- note -->", "<?p?>"]) } };
    }
  }

  imageAttributes(): Attributes {
    const attributes: { [name: string]: string } = { src: this.pick(["a.png", "https://e.org/i(1).png", "a b.png"]) };
    if (this.chance(0.7)) attributes.alt = `${this.text(10, false)}1`;
    if (this.chance(0.3)) attributes.title = `t${this.text(10, false)}`;
    return attributes;
  }

  paragraphLike(type: BlockType, depth: number, attributes: Attributes = {}, longest: number = 40): Block {
    const { text, embeds } = this.chance(0.1) ? { text: "", embeds: [] } : this.textWithEmbeds(longest);
    return new Block(this.makeIdentifier(), type, depth, attributes, text, this.marks(text), embeds);
  }

  private table(depth: number): Block[] {
    const columns = 1 + this.integer(3);
    const alignment = Array.from({ length: columns }, () => this.pick(["none", "left", "center", "right"]));
    const attributes: Attributes = alignment.some((column) => column !== "none") ? { alignment } : {};
    const blocks = [new Block(this.makeIdentifier(), "table", depth, attributes)];
    for (let row = 0; row <= this.integer(3); row++) {
      blocks.push(new Block(this.makeIdentifier(), "tableRow", depth + 1));
      for (let column = 0; column < columns; column++) {
        blocks.push(this.paragraphLike("tableCell", depth + 2, {}, 12));
      }
    }
    return blocks;
  }

  private listItem(depth: number): Block {
    switch (this.integer(3)) {
      case 0:
        return this.paragraphLike("bulletItem", depth);
      case 1:
        return this.paragraphLike("orderedItem", depth, this.chance(0.2) ? { start: this.integer(12) } : {});
      default:
        return this.paragraphLike("taskItem", depth, { checked: this.chance(0.5) });
    }
  }

  /** A run of sibling blocks. */
  blocks(count: number, depth: number = 0): Block[] {
    const result: Block[] = [];
    for (let made = 0; made < count; made++) {
      const kind = this.integer(12);
      if (kind < 3) result.push(this.paragraphLike("paragraph", depth));
      else if (kind < 4) result.push(this.paragraphLike("heading", depth, { level: 1 + this.integer(6) }));
      else if (kind < 8) {
        result.push(kind < 7 ? this.listItem(depth) : this.paragraphLike("quote", depth));
        if (depth < 4 && this.chance(0.4)) result.push(...this.blocks(1 + this.integer(3), depth + 1));
      } else if (kind < 9) result.push(this.codeBlock(depth));
      else if (kind < 10) result.push(...this.table(depth));
      else result.push(this.atom(depth));
    }
    return result;
  }

  private codeBlock(depth: number): Block {
    const attributes: Attributes = this.chance(0.6) ? { language: this.pick(["swift", "c++", "a b", "`x`", "~~~"]) } : {};
    let text = this.text(40);
    if (this.chance(0.2)) text += this.pick(["\n```\n", "\n~~~~", "    x", "\n\n", "`````"]);
    return new Block(this.makeIdentifier(), "codeBlock", depth, attributes, text);
  }

  private atom(depth: number): Block {
    const id = this.makeIdentifier();
    switch (this.integer(4)) {
      case 0:
        return new Block(id, "divider", depth);
      case 1:
        return new Block(id, "image", depth, this.imageAttributes());
      case 2:
        return new Block(id, "embed", depth, { url: "https://e.org/<x>--", size: this.integer(9), tags: ["a--", null] });
      default:
        return new Block(id, "raw", depth, {
          kind: "html",
          source: this.pick(["<div>\nx\n</div>", "<!-- a note -->", "<hr class='x'>", "<pre>\n\n*a*\n</pre>"]),
        });
    }
  }

  document(count: number = 1 + this.integer(8)): BlockDocument {
    return BlockDocument.of(this.blocks(count));
  }
}

function isInsidePair(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

const words = ["a", "word", " ", " ", "Bridge", "x1", "42", "über", "語", "日本", "שלום", ". ", ", "];

const oddities = [
  "*", "_", "**", "__", "~", "~~", "`", "``", "[", "]", "(", ")", "<", ">", "!", "#", "# ", "- ", "+ ", "1. ", "12) ",
  "> ", "|", "\\", "&", "&amp;", "&#35;", "@", "@[a](mention:b)", "![", "](x)", "<b>", "<!-- x -->", "---", "===", "```",
  "http://a.b", "    ", "\t", " ", ":", ": ", "\u00A0", "😀", "👩‍👩‍👧", "é", "\u2028", "\uFEFF", "\u0001", "[ ] ", "[x] ",
  "[a]: b", "\u3000", "“", "—", "$", "^", "%", "~~~", "www.a.b", "|-|", "\uFFFC", "\u007F", "=",
];

/** How many rounds a property test runs. */
export const rounds = 100;

/** How long a property test may take, in milliseconds, on a busy machine and in an engine without a compiler. */
export const patience = 60_000;

/**
 * The seed of a run, printed with each failure so that it can be repeated: always the same unless `BRIDGEHEAD_SEED` names another, so that a
 * change is blamed only for what it did.
 */
export function freshSeed(): number {
  const { process } = globalThis as { process?: { env: Record<string, string | undefined> } };
  const named = Number(process?.env.BRIDGEHEAD_SEED ?? NaN);
  return Number.isInteger(named) ? named : 20_251_130;
}
