/** A text in two at a length, never within a character of two units. */
export function cutText(text: string, maxLength: number): [beginning: string, rest: string] {
  const isSplit = isHigh(text.charCodeAt(maxLength - 1)) && isLow(text.charCodeAt(maxLength));
  const end = isSplit ? maxLength - 1 : maxLength;
  return [text.slice(0, end), text.slice(end)];
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
