/** The columns beside those of a layout, which other programs and apps add, that hold a buyer's words. */

import { type BuyerRequest, namedParts } from "./buyer-request.ts"
import { type FileLayout, type FileRow, headerKey, oneAnswer } from "./file-layout.ts"

/** The key of a column that says itself that buyers wrote it. */
export const WORDS_COLUMN =
  /^(?:(?:line ?item|item|product|buyer|order) )?(?:personali[sz]ation|personali[sz]ed text|personalisierung|personnalisation|personalizzazione|personalización|personalisatie|personalizacja|personalização|customi[sz]ation|engraving|gravur|gravure|inscription|wunschtext|wunschname|monogram|initials|(?:custom|your|print(?:ed)?|engraving|embroidery) (?:text|name|number|words?|wording|message))(?: (?:text|details|instructions|message|notes?))?s?$/
/** The key of a column of names and values, some of which buyers typed. */
const PROPERTIES_COLUMN =
  /^(?:line ?item|item|product) (?:properties|custom attributes|custom fields|add ?ons|personali[sz]ation fields)$/

/** Returns a function that reads a row's columns of buyers' words that the layout does not name. */
export function wordsIn(columns: readonly string[], layout: FileLayout): (row: FileRow) => BuyerRequest {
  const taken = new Set(Object.values(layout.columns).flat())
  const free = columns.map((name) => ({ name, key: headerKey(name) })).filter(({ key }) => !taken.has(key))
  const words = free.filter(({ key }) => WORDS_COLUMN.test(key))
  const properties = free.filter(({ key }) => PROPERTIES_COLUMN.test(key))
  return (row) => {
    const requests = properties.map(({ key }) => namedParts(row.named(key)))
    const written = words.flatMap(({ name, key }) => oneAnswer(name, row.named(key)))
    return {
      choices: requests.flatMap(({ choices }) => choices),
      answers: [...requests.flatMap(({ answers }) => answers), ...written],
    }
  }
}
