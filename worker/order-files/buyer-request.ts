/** The texts that buyers chose and typed, told apart where a file has both in one text. */
import { isUnnamed } from "../../contract/orders/personalisation.ts"
import { isColour } from "../../contract/reading/names.ts"
import { isSizeName, type MarketItem } from "../services/marketplaces/market-order.ts"

/** A choice without a name is one of a column that holds nothing but choices. */
type Choice = { name: string; value: string }
/** The choices that a file has for an item, and the texts that are to be printed or looked at. */
export type BuyerRequest = { choices: Choice[]; answers: MarketItem["answers"] }

const MAX_NAME = 60
/** The most parts, more than any form asks for: the rest belongs to the last. */
const MAX_PARTS = 50
const GARMENT = /^(?:(?:[2-6]?x{0,3}[sml])|[2-6]xl|one size|os)$/i
const MEASURE = /^[\d.,]+\s*(?:"|″|in\b|inch|cm\b|mm\b)/i
/** A name that begins like those under which shops' programs write for themselves; buyers never see them. */
const HIDDEN_NAME = /^_/
/** The names of choices from a list, as sellers call them in the languages of the marketplaces. */
const CHOSEN =
  /(?<!\p{L})(?:lengths?|heights?|depth|diameter|weight|thickness|styles?|stil|estilo|stile|stijl|styl|materials?|materiale?s?|matériau|materiaal|materiał|fabrics?|stoff|tissu|tela|tessuto|finish(?:es)?|patterns?|muster|designs?|motifs?|motive?|motiv|motivo|models?|modell|modèle|modelo|modello|model|types?|typ|tipo|options?|opción|opzione|variants?|variante?s?|variations?|formats?|formate|formato|shapes?|form|forme|forma|packs?|packung|set|quantity|anzahl|menge|quantité|cantidad|scents?|flavou?rs?|devices?|fit|cut|schnitt|gender|geschlecht|sleeves?|neck(?:line)?|orientation|ausrichtung|frames?|rahmen|cadre|mounting|backing|papers?|papier|edition|version|kind|holiday|occasion|primary|secondary)(?!\p{L})|colou?rs?(?!\p{L})|farben?(?!\p{L})|(?<!\p{L})(?:couleurs?|coloris|colore?s?|colori|cor(?:es)?|kleur(?:en)?|kolor(?:y)?|färg|farve|цвет|カラー|色)(?!\p{L})/iu
/** The names of typed texts, even beside a word of a choice: `design name`. */
const WORDS =
  /(?<!\p{L})(?:text\p{L}*|names?|namen?|nom|prénom|nombre|nome|naam|imię|numbers?|nummer|numéro|número|numero|personal\p{L}*|personnal\p{L}*|customi[sz]\p{L}*|messages?|nachricht|wording|words?|written|write|writing|engrav\p{L}*|gravur|gravure|initials?|initialen|monogram|inscription|quotes?|saying|phrase|lines?|dates?|datum|letters?|notes?|comments?|instructions?|details|request|wish|wunsch\p{L}*)(?!\p{L})/iu

/** Returns true for the name of something that a buyer can only have chosen. */
function isChoiceName(name: string): boolean {
  return (isSizeName(name) || CHOSEN.test(name)) && !WORDS.test(name) && !isUnnamed(name)
}

/** Returns choices alone, such as `Black / L`: a garment's size is called that. */
export function unnamedChoices(parts: readonly string[]): BuyerRequest {
  const values = parts.map((part) => part.trim()).filter((part) => part !== "")
  return { choices: values.map(choiceOf), answers: [] }
}

function choiceOf(value: string): Choice {
  return { name: GARMENT.test(value) ? "Size" : "", value }
}

/**
 * Reads `Colour: Black, Your text=Zoe, Size: L`: a part whose name is known to be a choice's is a
 * choice, and any other was typed by the buyer, which is never dropped for having an unknown name. A
 * part without a name belongs to the part before. `areWordsLast`: no choice stands behind a text.
 */
export function namedParts(cell: string, { areWordsLast = false } = {}): BuyerRequest {
  const text = cell.trim().replace(/^\[([^[\]]*)\]$/, "$1")
  const request: BuyerRequest = { choices: [], answers: [] }
  const { pairs, lead } = pairsOf(text)
  const typed = lead.filter((part) => {
    if (!GARMENT.test(part) && !MEASURE.test(part) && !isColour(part)) return true
    request.choices.push(choiceOf(part))
    return false
  })
  if (typed.length > 0) request.answers.push({ question: "", answer: typed.join(", "), isFile: false })
  let isInWords = false
  for (const { name, start, end } of pairs) {
    // Etsy's own text comes last, and may hold commas and colons.
    const isToEnd = areWordsLast && isUnnamed(name)
    const value = text.slice(start, isToEnd ? undefined : end).trim()
    if (isChoiceName(name) && !isInWords) request.choices.push({ name, value })
    else if (value !== "") request.answers.push(answerOf(name, value))
    isInWords = areWordsLast && (isInWords || WORDS.test(name))
    if (isToEnd) break
  }
  return request
}

function answerOf(question: string, answer: string): BuyerRequest["answers"][number] {
  return { question, answer, isFile: false, ...(HIDDEN_NAME.test(question) && { isHidden: true }) }
}

/** Returns the named parts with the places of their values, and the parts before the first of them. */
function pairsOf(text: string): { pairs: { name: string; start: number; end: number }[]; lead: string[] } {
  const pairs: { name: string; start: number; end: number }[] = []
  const lead: string[] = []
  const mark = /[:=]/.exec(text)?.[0] ?? ":"
  let at = 0
  for (const part of text.split(/[,;|\n]/)) {
    const marked = part.indexOf(mark)
    const name = part.slice(0, Math.max(0, marked)).trim()
    const before = pairs.at(-1)
    if (name !== "" && name.length <= MAX_NAME && pairs.length < MAX_PARTS)
      pairs.push({ name, start: at + marked + 1, end: at + part.length })
    else if (before) before.end = at + part.length
    else if (part.trim() !== "") lead.push(part.trim())
    at += part.length + 1
  }
  return { pairs, lead }
}
