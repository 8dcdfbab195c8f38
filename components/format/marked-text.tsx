/** A text in parts, every second of which is what was searched for; or the text as it is. */
export function MarkedText({ text, parts }: { text: string; parts: string[] | undefined }) {
  if (!parts) return text;
  return parts.map((part, index) => {
    const key = `${index}`;
    return index % 2 === 1 ? <mark key={key}>{part}</mark> : part;
  });
}
