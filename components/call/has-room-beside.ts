/** Whether a call fits beside the list; as wide as the styles' `xl`. */
export function hasRoomBeside(): boolean {
  return window.matchMedia("(min-width: 80rem)").matches;
}
