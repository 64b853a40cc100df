import type { ReadField } from "./read-field.ts"

/**
 * What sellers and buyers call a field. A word stands for one thing alone: a field whose own name or
 * label has one of a group's keys is called by all words of that group.
 */
const groups: readonly { keys: RegExp; words: readonly string[] }[] = [
  {
    keys: /\b(last ?name|surname|family ?name)\b/,
    words: ["last name", "lastname", "surname", "family name", "name"],
  },
  { keys: /\bfirst ?name\b/, words: ["first name", "firstname", "given name", "name"] },
  {
    keys: /\b(name|player|kid|child|dog|pet|baby)\b/,
    words: [
      "name",
      "last name",
      "lastname",
      "surname",
      "player name",
      "player",
      "child's name",
      "kid's name",
      "pet's name",
      "dog's name",
      "names",
    ],
  },
  {
    keys: /\b(number|no|nr|num|jersey|digits?)\b|#/,
    words: ["jersey number", "player number", "number", "num", "no", "nr", "jersey #", "jersey", "#"],
  },
  { keys: /\b(year|est|established|since)\b/, words: ["year", "est", "established", "since"] },
  { keys: /\b(date|day|birthday|wedding)\b/, words: ["date", "day", "birthday", "wedding date"] },
  {
    keys: /\b(text|wording|quote|message|phrase|personali[sz]ation)\b/,
    words: ["text", "wording", "quote", "phrase"],
  },
  { keys: /\b(top|first line|line ?1|upper)\b/, words: ["top", "top line", "line 1", "line1", "first line"] },
  {
    keys: /\b(bottom|second line|line ?2|lower)\b/,
    words: ["bottom", "bottom line", "line 2", "line2", "second line"],
  },
  { keys: /\b(city|town|place)\b/, words: ["city", "town", "place"] },
  { keys: /\bteam\b/, words: ["team name", "team"] },
  { keys: /\binitials?\b/, words: ["initials", "initial"] },
]

/** Words that label something a print might need and no field takes: what follows is not dropped. */
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

/** All names of a field, lower case, the longest first. */
export function wordsOf({ name, label }: Pick<ReadField, "name" | "label">): string[] {
  const own = [keyOf(label), keyOf(name)].filter((word) => word !== "")
  const group = groups.find(({ keys }) => own.some((word) => keys.test(word)))
  return [...new Set([...own, ...(group?.words ?? [])])].sort((a, b) => b.length - a.length)
}

/** A question or name as it is compared: lower case, words apart by one space, no mark at its end. */
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
