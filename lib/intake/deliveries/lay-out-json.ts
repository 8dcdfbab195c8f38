/**
 * JSON with a line for each value: only white space outside of strings changes, so that repeated
 * keys and long numbers stay as they were written. Undefined for what is not JSON, is too deep or
 * would become too long.
 */
export function layOutJson(text: string): string | undefined {
  if (!isJson(text)) return undefined;
  let depth = 0;
  let laidOut = "";
  for (const [token] of text.matchAll(tokens)) {
    if (token === "}" || token === "]") {
      depth--;
      laidOut += laidOut.endsWith("{") || laidOut.endsWith("[") ? token : newLine(depth) + token;
      continue;
    }
    if (laidOut.endsWith("{") || laidOut.endsWith("[") || laidOut.endsWith(",")) {
      laidOut += newLine(depth);
    }
    if (token === "{" || token === "[") depth++;
    if (depth > maxDepth) return undefined;
    laidOut += token === ":" ? ": " : token;
    if (laidOut.length > maxLength) return undefined;
  }
  return laidOut;
}

/** Beyond it there would be more white space than text. */
const maxLength = 200_000;
const maxDepth = 64;
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function newLine(depth: number): string {
  return `\n${"  ".repeat(depth)}`;
}
