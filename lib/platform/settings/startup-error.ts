/** A fault that a person can mend: shown as its message and remedy, without a stack. */
export class StartupError extends Error {
  constructor(fault: string, remedy: string, options?: ErrorOptions) {
    super(`${fault}\n${remedy}`, options);
    this.name = "StartupError";
  }
}
