/** The encodings this platform reads, by their names in the Encoding Standard. */
export type EncodingName = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

const labels: Readonly<Record<EncodingName, string>> = {
  "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8",
  "utf-16le": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le",
  "utf-16be": "unicodefffe utf-16be",
  "windows-1252":
    "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 " +
    "iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252",
};

let byLabel: Map<string, EncodingName> | undefined;

/** The encoding a label names, or undefined if it names none that is known here. */
export function encodingForLabel(label: string): EncodingName | undefined {
  if (byLabel === undefined) {
    byLabel = new Map();
    for (const name of Object.keys(labels) as EncodingName[]) {
      for (const known of labels[name].split(" ")) byLabel.set(known, name);
    }
  }
  return byLabel.get(label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, "").toLowerCase());
}
