/** Returns a sentence on why this is no IBAN (ISO 13616), null if it is one: form and check digits. */
export function ibanProblem(text: string): string | null {
  const compact = text.replaceAll(/\s/g, "").toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact))
    return "An IBAN is two letters, two digits and up to 30 more."
  const moved = compact.slice(4) + compact.slice(0, 4)
  // Letters count from 10; the number is longer than a float holds, so it is taken digit by digit.
  let rest = 0
  for (const character of moved)
    for (const digit of Number.parseInt(character, 36).toString()) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1 ? null : "The IBAN's check digits do not fit: a character is wrong or two changed places."
}

/** Returns a sentence on why this is no BIC (ISO 9362), null if it is one. */
export function bicProblem(text: string): string | null {
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text.replaceAll(/\s/g, "").toUpperCase())
    ? null
    : "A BIC has 8 or 11 letters and digits, such as COBADEFF."
}
