/** Words that must not be found where they don't belong, by what they are. */
export type Words = Record<string, string>;

/** Which of the words the bytes hold as they are. */
export function findPlainly(bytes: Buffer, words: Words): string[] {
  return Object.entries(words).flatMap(([what, word]) => (bytes.includes(word) ? [what] : []));
}

/** Which of the words the bytes hold in whatever form, as "the API key in base64". */
export function findDisguised(bytes: Buffer, words: Words): string[] {
  return Object.entries(words).flatMap(([what, word]) =>
    formsOf(word).flatMap(([form, text]) => (bytes.includes(text) ? [`${what} ${form}`] : [])),
  );
}

type Form = [form: string, text: string | Buffer];

const known = new Map<string, Form[]>();

function formsOf(word: string): Form[] {
  const forms = known.get(word) ?? makeForms(word);
  known.set(word, forms);
  return forms;
}

function makeForms(word: string): Form[] {
  const hex = Buffer.from(word).toString("hex");
  const forms: Form[] = [
    ["as it is", word],
    ["in lower case", word.toLowerCase()],
    ["in upper case", word.toUpperCase()],
    ["in hex", hex],
    ["in hex", hex.toUpperCase()],
    ["URL-encoded", encodeURIComponent(word)],
    ["URL-encoded", hex.replaceAll(/../g, "%$&")],
    ["URL-encoded", hex.toUpperCase().replaceAll(/../g, "%$&")],
    ["in UTF-16", Buffer.from(word, "utf16le")],
    ...[0, 1, 2].flatMap((before): Form[] => {
      const text = base64Within(word, before);
      return [
        ["in base64", text],
        ["in base64", text.replaceAll("+", "-").replaceAll("/", "_")],
      ];
    }),
  ];
  // The first name of a form is the best.
  const distinct = new Map(forms.reverse().map((form) => [form[1].toString("latin1"), form]));
  return [...distinct.values()];
}

/** What base64 shows of a word wherever it stands in a longer text, after so many bytes modulo 3. */
function base64Within(word: string, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(word)]);
  const wholeGroups = Math.floor(bytes.length / 3) * 4;
  const firstOwn = before === 0 ? 0 : before + 1;
  return bytes.toString("base64").slice(firstOwn, wholeGroups);
}
