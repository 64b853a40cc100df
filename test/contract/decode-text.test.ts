import { expect, test } from "vitest"
import { decodeText } from "../../contract/table/decode-text.ts"
import { cpuMs } from "../../harness/cpu-time.ts"

const pause = async () => undefined

/** A file that has this name, written letter by letter as the bytes of its Windows-1252 reading. */
function fileOf(name: string): Uint8Array {
  return Uint8Array.from(`Order,SKU,Buyer\nR-1,TEE,${name},1\n`, (letter) => {
    const at = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ".indexOf(letter)
    return at === -1 ? letter.charCodeAt(0) : 0x80 + at
  })
}

test("a name of another one-byte encoding is refused, and not stored as signs that no name has", async () => {
  const names = {
    "Windows-1250 and Latin-2": [
      ..."£ukasz ¯ak|Micha³|Wa³êsa|PAWE£|¯aneta|Grzegorz B¹k|Ma³gorzata|¦wi¹tek|Jiøí|Dvoøák|Horáèek|Nìmec".split(
        "|",
      ),
      ..."Œwi¹tek|Ma¿ena|©imon ®i¾ka|KoŸlak".split("|"),
    ],
    "Mac Roman": [
      ..."Zo‘|MŸller|JosŽ|Mšller|BjšrnŠ|J…RG|…zil|MŠrz|JŠger|Mu–oz|L—pez|Ram—n|Garc’a Mart’nez|Na•ve|Stra§e".split(
        "|",
      ),
      ..."Cert™s|S¿ren|HŒkan|GARCêA|MUçOZ|donÕt|OÕBrien|‡lvaro|€gypten|Ren†e|Joƒl|c™te".split("|"),
    ],
    "Windows-1251 and Greek": ["Èâà", "Îëÿ", "ßí", "Íßêïò"],
    Turkish: ["Ayþe", "Barýþ", "Yýldýz", "Iþýk"],
    DOS: ["Zo‰", "Jos‚", "J”rg", "Garc¡a", "Mu¤oz", "B„r", "P¢l"],
    "UTF-8 that was cut": ["ZoÃ", "RenÃ", "ZOÃ", "Ann â€"],
  }
  for (const [encoding, list] of Object.entries(names))
    for (const name of list)
      await expect(decodeText(fileOf(name), pause), `${encoding}: ${name}`).rejects.toThrow(
        "The letters in line 2 cannot be read: the file is not UTF-8. Save it as “CSV UTF-8” and import that.",
      )
})

test("what Windows-1252 is used for is read, and that it was read so is said", async () => {
  const texts = [
    ..."Zoë Müller|René|José Muñoz".split("|"),
    ..."Ængus Ørsted|Åse Åkesson|Straß|GARCÍA MUÑOZ|JÖRG|François Lefèvre|cœur|Œuvre|Noël|Þór Guðmundsson".split(
      "|",
    ),
    ..."Sæþór|Šimon Žižka|Tomáš|João Conceição|Màrius Gelí|créées|Ève|Ångström|naïve façade|IRMÃO".split("|"),
    ..."O’Brien|it’s|aujourd’hui|dell’Amore|qu’il|La’Keisha|“Hi”|‘Hi’|„Hallo“|«mot»|wait…|Brand™|®|© 2026".split(
      "|",
    ),
    ..."€ 5|5 €|EUR€5|£12.50|GBP£5|½ in|10½|5°C|20 m²|nº 7|1ª|¿Qué?|¡Hola!|Shirt – black|A–Z|10–12|x — y|• one".split(
      "|",
    ),
  ]
  for (const text of texts) {
    const decoded = await decodeText(fileOf(text), pause)
    expect(decoded.text, text).toBe(`Order,SKU,Buyer\nR-1,TEE,${text},1\n`)
    expect(decoded.warning, text).toContain("is read as Windows-1252")
  }
})

test("a large file of any letters is looked through in a moment, with rests", async () => {
  for (const part of ["é ", "a’", "øa", "ýaaaaaaaaaa", "š", "5€ "]) {
    const row = fileOf(part.repeat(1_000))
    const bytes = new Uint8Array(1_000_000)
    for (let at = 0; at + row.length <= bytes.length; at += row.length) bytes.set(row, at)
    bytes.fill(0x0a, bytes.length - (bytes.length % row.length))
    const startMs = cpuMs()
    const rests: number[] = []
    await decodeText(bytes, async (letters) => void rests.push(letters))
    expect(cpuMs() - startMs, part).toBeLessThan(1_000)
    expect(Math.max(...rests), part).toBeLessThan(120_000)
    expect(
      rests.reduce((sum, letters) => sum + letters),
      part,
    ).toBeGreaterThanOrEqual(999_999)
  }
})
