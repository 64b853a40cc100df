/**
 * The signs that no name has: letters of other encodings become these if they are read as Windows-1252,
 * by place. Names of few such letters, such as `Doðan`, cannot be told from Western ones.
 */
const signs: readonly string[] = [
  // Signs beside a letter: `£ukasz`, `Micha³`, `Zo‰`, `Mu¤oz`, `Stra§e`.
  "[ƒ†‡ˆ‰˜¤¦¬¯±¶¸÷×](?=\\p{L})|(?<=\\p{L})[‚„ƒ†‡ˆ‰˜¡¢¤¦§¨¬¯±¶¸¹¼½¾¿÷×](?=\\p{L}|[^\\p{L}\\d\\s]|\\s|$)",
  "(?<!\\d ?)[€£¥¢](?=\\p{L})|(?<=\\p{Ll}|\\p{L}{4})[€£¥](?! ?\\d)",
  "©(?=\\p{L})|®(?=\\p{L})|[¼½¾²³¹ªº](?=\\p{L}{3})|(?<=\\p{L}{3})[²³ªº]",
  // Signs that begin or end something, and stand within a word: `Cert™s`, `Na•ve`, `J”rg`, `J…RG`.
  "(?<=\\p{L})[™®•‹›«»“”](?=\\p{L})|…(?=\\p{L})|(?<=\\p{Lu})…",
  "(?<=\\p{L})‘|(?<=\\p{Ll}{3}(?<!aujourd|qu|ll|nt))’(?!(?:s|t|d|m|n|en|re|ll|ve|er|em)(?!\\p{L}))(?=\\p{Ll})",
  "(?<=\\p{L}{3})’(?=a(?!\\p{L}))",
  "(?<=(?<!\\p{L})\\p{L}\\p{Ll}{0,3})[–—](?=\\p{Ll})",
  // Capitals within small letters, and the other way round: `JosŽ`, `MŸller`, `ZoÃ`, `GARCêA`, `OÕBrien`.
  "(?<=\\p{Ll})[À-ÖØ-ÞŠŽŒŸ]|(?<=\\p{L})[ŠŽŒŸ](?=\\p{Ll})|(?<=\\p{Lu})[à-öø-ÿšžœ](?=\\p{Lu})",
  "(?<=\\p{L})[À-ÖØ-ÞŠŽŒŸ](?=\\p{Lu}\\p{Ll})|Ÿ|Ã(?!\\p{L})",
  // Vowels that became consonants: `Mšller`, `Bjšrn`.
  "(?<=[B-DF-HJ-NP-TV-XZb-df-hj-np-tv-xz])[šž](?=[b-df-hj-np-tv-xz])",
  // Czech and Turkish: `Dvoøák`, `Horáèek`, `Nìmec`, `Ayþe`, `Yýldýz`.
  "[øèìùò](?=\\p{Ll}{0,8}[áíýú])|(?<=[áíýú]\\p{Ll}{0,8})[øèìùò]|ì(?=\\p{Ll})|È(?=[aeiouyáéíýú])",
  "(?<=\\p{L})þ(?![óoruújæ])|ý(?=\\p{Ll}{0,8}ý)",
  // Other scripts have nothing else: `Èâà`, `ßí`. Icelandic has ð and þ between vowels.
  "[À-ÏÑ-ÖØ-ÝßÞà-ïñ-öø-ýÿ]{3}|[À-ÖØ-öø-ÿ]{4}|(?<!\\p{L})[À-ÖØ-öø-ÿ]{2,}(?!\\p{L})",
]
// Only characters beyond ASCII are looked at, as files are large.
const SIGNS = new RegExp(`(?=[^\\x00-\\x7f])(?:${signs.join("|")})`, "u")

/** Returns the place that shows text read as Windows-1252 to be of another encoding; -1 without one. */
export function foreignSignAt(text: string): number {
  return text.search(SIGNS)
}
