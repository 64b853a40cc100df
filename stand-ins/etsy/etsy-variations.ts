/**
 * A buyer's choices and answers as a transaction's `variations`. Answers have property 54; since
 * 2026 there are up to five, each under the seller's question, and a file's answer is its address
 * (developers.etsy.com/documentation/tutorials/personalization-migration). Values come with HTML
 * entities, as Etsy's do.
 */

/** One buyer's answers, each with the seller's question; both as people read them. */
export type Written = readonly (readonly [question: string, answer: string])[]

type Chosen = {
  size: string | null
  sizeName?: string
  isPersonal?: boolean
  /** The buyers' answers, receipt by receipt; if there are none, `personal` decides. */
  answers?: readonly Written[]
}

const FIRST_QUESTION = 18_205_840_821
/** The answer to a question for a file. Etsy's documentation does not say where it keeps these files. */
const UPLOAD =
  "https://i.etsystatic.com/personalization/0f3c9a/team-photo.jpg?version=1&amp;signature=c2FtcGxl"
const answers = [
  ["Team name", "Zo&euml;&#39;s Comets 🌙"],
  ["Player&#39;s name", "Mia &amp; Zo&euml;"],
  ["Number", "07"],
  ["Font", "Varsity"],
  ["Team photo", UPLOAD],
] as const

export function variationsOf(chosen: Chosen, index: number) {
  const { size, sizeName = "Size", isPersonal = false, answers: written } = chosen
  const sized = variation(513, 1_000 + index, sizeName, size ?? "")
  const colour = variation(200, 2, "Colour", "Black &amp; Gold")
  const answered = written?.length
    ? asked(written[index % written.length])
    : isPersonal
      ? [colour, ...personal(index)]
      : []
  return [...(size === null ? [] : [sized]), ...answered]
}

function asked(written: Written) {
  return written.map(([question, answer], place) =>
    variation(54, null, escaped(question), escaped(answer), FIRST_QUESTION + place),
  )
}

/** Encodes a text as Etsy sends it. */
function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#039;")
}

/** Returns in turn one answer as before 2026, five answers, one answer, none. */
function personal(index: number) {
  if (index % 4 === 1) {
    return answers.map(([question, answer], place) =>
      variation(54, null, question, answer, FIRST_QUESTION + place),
    )
  }
  const words =
    index % 2 === 0 ? "Name: Zo&euml; &quot;Zee&quot; M&uuml;ller, No. 7" : "Not requested on this item."
  return [variation(54, null, "Personalization", words)]
}

function variation(
  property_id: number,
  value_id: number | null,
  formatted_name: string,
  formatted_value: string,
  question_id: number | null = null,
) {
  return { property_id, value_id, formatted_name, formatted_value, question_id }
}
