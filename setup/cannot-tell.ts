/** The error for a state that depends on something still unknown. */
export class CannotTell extends Error {}
