export const tailId = "list-tail";

/** Gives back the room that was kept for rows, once they are there. */
export function clearTail(): void {
  const tail = document.getElementById(tailId);
  if (tail) tail.style.height = "";
}
