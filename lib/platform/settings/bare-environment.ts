/** What a tool needs of our environment: no setting of Earshot's, so no secret, reaches it. */
export function bareEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const passed = passedOn.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { NODE_ENV: "production", ...Object.fromEntries(passed), ...extra };
}

const passedOn = [
  "PATH",
  "HOME",
  "TMPDIR",
  "LANG",
  "CI",
  "FORCE_COLOR",
  "NO_COLOR",
  "NODE_OPTIONS",
];
