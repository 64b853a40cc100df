import { useAuth } from "../../lib/auth.tsx"
import { classNames } from "../../lib/class-names.ts"
import { type Garment, garmentColour, garments } from "./garment.ts"

const onTheMat: readonly Garment[] = ["film", "white", "heather", "navy", "black"]

type GarmentPickerProps = {
  value: Garment
  onChange: (garment: Garment) => void
  /** True on the mat: it offers fewer, and the picked one is ringed in the mat's own ink. */
  onMat?: boolean
}

/** Shows swatches of the garments that artwork can be seen on. */
export function GarmentPicker({ value, onChange, onMat = false }: GarmentPickerProps) {
  const own = useAuth().user.garments.map(({ name, colour }) => ({ key: colour as Garment, label: name }))
  const shown: readonly { key: Garment; label: string }[] = garments.filter(
    ({ key }) => !onMat || onTheMat.includes(key),
  )
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5 coarse:justify-end coarse:gap-3.5">
      <legend className="sr-only">Seen on</legend>
      {[...shown, ...own].map(({ key, label }) => (
        <button
          key={key}
          type="button"
          aria-label={label}
          aria-pressed={value === key}
          title={label}
          onClick={() => onChange(key)}
          className={classNames(
            "touch rounded-full",
            onMat ? "size-5 ring-1 ring-white/30 coarse:size-7" : "size-7 ring-1 ring-line",
            key === "film" && "checker checker-sm",
            value === key &&
              (onMat
                ? "outline-2 outline-offset-1 outline-stage-ink focus-visible:outline-4"
                : "outline-2 outline-offset-2 outline-accent focus-visible:outline-4"),
          )}
          style={key === "film" ? undefined : { background: garmentColour(key) ?? undefined }}
        />
      ))}
    </fieldset>
  )
}
