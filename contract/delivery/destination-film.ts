import type { Destination } from "./destination.ts"

/**
 * Returns the film that a template lays out for the destination that it names: no sheet is longer than
 * either allows, and it is mirrored if either says so. Page and server lay prints out on it.
 */
export function filmFor<Film extends { maxLengthIn: number; mirror: boolean }>(
  template: Film,
  destination: Pick<Destination, "maxLengthIn" | "mirror"> | null,
): Film {
  if (destination === null) return template
  return {
    ...template,
    maxLengthIn: Math.min(template.maxLengthIn, destination.maxLengthIn),
    mirror: template.mirror || destination.mirror,
  }
}
