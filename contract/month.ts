/** Dates show these names, and a search for a date uses them. */
export const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const

/** `Nov` */
export const shortMonths = months.map((month) => month.slice(0, 3))
