import { inchesFrom, type LengthUnit, pageUnit } from "../../../contract/length.ts"
import { filmPriceSchema, filmUnits, type Prices } from "../../../contract/prints/cost.ts"
import { Field } from "../../components/ui/field.tsx"
import { Select } from "../../components/ui/select.tsx"
import { TextField } from "../../components/ui/text-field.tsx"
import { formatLength } from "../../lib/length.ts"
import { type FormErrors, fieldErrors } from "../../lib/use-form.ts"
import { DestinationSection } from "./destination-section.tsx"
import { LengthField, NumberField } from "./measures.tsx"
import { keptPrice, type OtherPrices, otherPriceLabel, shownPrice } from "./other-prices.ts"

type FilmPrice = Prices["filmPrice"]
type TemplatePricesProps = {
  values: OtherPrices & { filmPrice?: FilmPrice | null | undefined }
  errors: FormErrors
  onFilmPrice: (price: FilmPrice | null) => void
  onPrice: (key: keyof OtherPrices, price: number | null) => void
}

/** The units of film's price that are offered to who counts in inches or centimetres. */
const offeredUnits: Record<LengthUnit, readonly FilmPrice["per"][]> = {
  in: ["inch", "foot", "metre", "roll"],
  cm: ["centimetre", "metre", "roll"],
}

/** Returns the price of film before anything is typed. */
export function noPrice(): FilmPrice {
  return { amount: Number.NaN, per: pageUnit() === "in" ? "foot" : "metre", currency: "USD" }
}
const otherPrices = [
  { key: "inkPricePerSquareInch", hint: "For the inked area" },
  { key: "powderPricePerSquareInch", hint: "For the inked area" },
  { key: "creditPrice", hint: "What you pay for one credit" },
] as const

/** Switches the prices of a template on and off, and edits them. */
export function TemplatePrices(props: TemplatePricesProps) {
  const film = props.values.filmPrice ?? null
  return (
    <DestinationSection
      title="Prices"
      about="With prices, every print shows what it cost, and every order its share."
      isOn={film !== null}
      onSwitch={(isOn) => props.onFilmPrice(isOn ? noPrice() : null)}
      isOpen={film !== null}
      problem={film === null ? (props.errors.filmPrice ?? null) : null}
    >
      <PriceFields {...props} />
    </DestinationSection>
  )
}

/** Edits the prices of film, ink, powder and a credit, from which prints and orders get their cost. */
export function PriceFields({ values, errors, onFilmPrice, onPrice }: TemplatePricesProps) {
  const film = values.filmPrice ?? null
  const shown = film ?? noPrice()
  const wrong = errors.filmPrice === undefined || film === null ? {} : fieldErrors(filmPriceSchema, film)
  // The other prices have no length of a roll.
  const set = ({ rollLengthIn, ...rest }: FilmPrice) =>
    onFilmPrice(rest.per === "roll" ? { ...rest, rollLengthIn: rollLengthIn ?? Number.NaN } : rest)
  return (
    <div className="grid grid-cols-2 gap-4">
      <NumberField
        label="Film"
        unit={shown.currency.slice(0, 3)}
        value={typed(shown.amount)}
        onChange={(amount = Number.NaN) => set({ ...shown, amount })}
        error={wrong.amount}
      />
      <Field label="Per">
        <Select
          value={shown.per}
          onValueChange={(per) => set({ ...shown, per })}
          options={filmUnits
            .filter((unit) => unit === shown.per || offeredUnits[pageUnit()].includes(unit))
            .map((unit) => ({ value: unit, label: unitNames[unit] }))}
        />
      </Field>
      {shown.per === "roll" && (
        <LengthField
          label="Length of a roll"
          value={shown.rollLengthIn}
          onChange={(rollLengthIn = Number.NaN) => set({ ...shown, rollLengthIn })}
          error={wrong.rollLengthIn}
          hint={`100 m are ${formatLength(inchesFrom(10_000, "cm"))}`}
        />
      )}
      <TextField
        label="Currency"
        value={shown.currency}
        onText={(currency) => set({ ...shown, currency: currency.toUpperCase() })}
        error={wrong.currency}
        maxLength={3}
        autoCapitalize="characters"
        isRequired
      />
      {otherPrices.map(({ key, hint }) => (
        <NumberField
          key={key}
          label={otherPriceLabel(key)}
          unit={shown.currency.slice(0, 3)}
          value={shownPrice(key, values[key] ?? null) ?? undefined}
          onChange={(price) => onPrice(key, keptPrice(key, price ?? null))}
          error={errors[key]}
          hint={hint}
          isOptional
        />
      ))}
    </div>
  )
}

const unitNames = {
  inch: "Inch",
  foot: "Foot",
  centimetre: "Centimetre",
  metre: "Metre",
  roll: "Roll",
} as const

/** Returns the typed value; an emptied field is kept as no number. */
function typed(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value
}
