/** The names of months in dates, which a search for a date uses, too. */
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

/** The short names, such as `Nov`. */
export const shortMonths = months.map((month) => month.slice(0, 3))
