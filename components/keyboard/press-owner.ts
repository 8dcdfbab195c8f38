/** The control whose key this is. Of several the last one lies nearest: a panel comes after its list. */
export function findOwner(key: string): HTMLElement | undefined {
  const owners = document.querySelectorAll<HTMLElement>(
    `[aria-keyshortcuts~="${CSS.escape(key)}" i]`,
  );
  return [...owners].filter((one) => one.checkVisibility()).at(-1);
}

/** Does what the control does; false where nobody has this key. */
export function pressOwner(key: string): boolean {
  const owner = findOwner(key);
  if (owner instanceof HTMLInputElement) {
    owner.focus();
    owner.select();
  } else owner?.click();
  return owner !== undefined;
}
