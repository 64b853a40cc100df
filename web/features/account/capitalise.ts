/** The first letter large, the rest as typed: names stay as their owners write them. */
export function capitalise(text: string): string {
  return text.charAt(0).toLocaleUpperCase("en") + text.slice(1)
}
