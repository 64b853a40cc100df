/** What the server needs to know to search dates as this browser shows them; nothing where nothing is searched. */
export function searchOffset(search: string): { utcOffsetMin?: number } {
  return search === "" ? {} : { utcOffsetMin: -new Date().getTimezoneOffset() }
}
