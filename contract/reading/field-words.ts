import type { ReadField } from "./read-field.ts"

const NAMES_ABROAD = [
  "nombre",
  "prénom",
  "prenom",
  "nom",
  "nome",
  "naam",
  "namn",
  "navn",
  "imię",
  "imie",
  "имя",
  "名前",
]
const LAST_NAMES = ["last name", "lastname", "last", "surname", "family name"]
const LAST_NAMES_ABROAD = [
  "nachname",
  "apellido",
  "apellidos",
  "cognome",
  "achternaam",
  "nom",
  "nom de famille",
  "фамилия",
]
const NUMBERS = [
  "jersey number",
  "player number",
  "number",
  "num",
  "no",
  "nr",
  "nº",
  "jersey #",
  "jersey",
  "#",
]
const NUMBERS_ABROAD = ["número", "numero", "numéro", "nummer", "numer", "номер", "番号"]

/**
 * The words that sellers and buyers use for a field. A word stands for one thing alone: a field whose
 * own name or label has one of a group's keys is called by all words of that group.
 */
const groups: readonly { keys: RegExp; words: readonly string[] }[] = [
  {
    keys: /\b(last ?name|surname|family ?name)\b/,
    words: [...LAST_NAMES, ...LAST_NAMES_ABROAD, "name"],
  },
  {
    keys: /\bfirst ?name\b/,
    words: [
      "first name",
      "firstname",
      "first",
      "given name",
      "vorname",
      "name",
      "prénom",
      "prenom",
      "nombre",
      "имя",
    ],
  },
  {
    keys: /\b(phone|telephone|mobile)\b/,
    words: ["phone number", "phone", "telephone", "tel", "mobile", "number"],
  },
  {
    keys: /\b(names?|player|kid|child|dog|pet|baby)\b/,
    words: [
      "name",
      "last name",
      "lastname",
      "surname",
      "player name",
      "player",
      "child's name",
      "kid's name",
      "baby's name",
      "pet's name",
      "dog's name",
      "baby name",
      "child name",
      "kid name",
      "pet name",
      "dog name",
      "names",
      ...NAMES_ABROAD,
    ],
  },
  { keys: /\b(number|no|nr|num|jersey|digits?)\b|#/, words: [...NUMBERS, ...NUMBERS_ABROAD] },
  { keys: /\b(year|est|established|since)\b/, words: ["year", "est", "established", "since"] },
  {
    keys: /\b(date|day|birthday|wedding)\b/,
    words: [
      "date",
      "day",
      "birthday",
      "birth date",
      "date of birth",
      "dob",
      "wedding date",
      "fecha",
      "datum",
      "data",
      "дата",
    ],
  },
  {
    keys: /\b(text|wording|quote|message|phrase|personali[sz]ation)\b/,
    words: ["text", "wording", "quote", "phrase", "saying"],
  },
  {
    keys: /\b(top|first line|line ?1|upper)\b/,
    words: ["top", "top line", "line 1", "line1", "first line", "1st line", "línea 1", "zeile 1", "ligne 1"],
  },
  {
    keys: /\b(bottom|second line|line ?2|lower)\b/,
    words: [
      "bottom",
      "bottom line",
      "line 2",
      "line2",
      "second line",
      "2nd line",
      "línea 2",
      "zeile 2",
      "ligne 2",
    ],
  },
  { keys: /\b(city|town|place)\b/, words: ["city", "town", "place"] },
  { keys: /\bteam\b/, words: ["team name", "team"] },
  { keys: /\b(initials?|monogram)\b/, words: ["initials", "initial", "monogram"] },
  { keys: /\bcolou?r\b/, words: ["color", "colour"] },
  { keys: /\bfont\b/, words: ["font", "font style", "typeface"] },
]

/** Labels of something that a print might need and no field takes: the text after them is not dropped. */
export const otherLabels: readonly string[] = [
  "color",
  "colour",
  "font",
  "size",
  "style",
  "text color",
  "font color",
  "font style",
  "design",
  "front",
  "back",
  "left",
  "right",
  "sleeve",
  "shirt",
  "note",
  "notes",
  "ps",
  "item",
]

/** Returns all names of a field, lower case, the longest first. */
export function wordsOf({ name, label }: Pick<ReadField, "name" | "label">): string[] {
  const own = [keyOf(label), keyOf(name)].filter((word) => word !== "")
  const group = groups.find(({ keys }) => own.some((word) => keys.test(word)))
  return [...new Set([...own, ...(group?.words ?? [])])].sort((a, b) => b.length - a.length)
}

/** Returns a question or name as it is compared: lower case, words apart by one space, no mark at its end. */
export function keyOf(words: string): string {
  return words
    .normalize("NFKC")
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replaceAll(/[_\s]+/g, " ")
    .replaceAll(/[\s:?*.!-]+$/g, "")
    .replaceAll(/’/g, "'")
    .trim()
}

export function isAmong(questions: readonly string[], question: string): boolean {
  return questions.some((candidate) => keyOf(candidate) === keyOf(question))
}
