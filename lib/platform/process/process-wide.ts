/**
 * What a process has one of, made when it is first asked for. It lives on `globalThis`, since Next
 * bundles `instrumentation.ts` and route handlers apart, each with modules of their own.
 * @param name as in "earshotDrain": the property of `globalThis`, so one of a kind
 */
export function processWide<Value extends object>(name: string, make: () => Value): () => Value {
  return () => {
    const held = globalThis as Record<string, unknown>;
    held[name] ??= make();
    // Written by this very line alone.
    return held[name] as Value;
  };
}
