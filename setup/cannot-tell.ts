/** Thrown where what has to be known first is not. */
export class CannotTell extends Error {}
