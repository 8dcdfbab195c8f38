import { Fragment, type ReactNode } from "react";

/** A text with elements in the place of what it has in braces: "Open {call} again". */
export function fillText(text: string, parts: Record<string, ReactNode>): ReactNode {
  return text.split(/(\{\w+\})/).map((piece, index) => {
    const name = piece.match(/^\{(\w+)\}$/)?.[1];
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text keep their order
    return <Fragment key={index}>{name ? parts[name] : piece}</Fragment>;
  });
}
