import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { contourEdgeIn } from "../../../contract/delivery/contour.ts"
import type { Destination } from "../../../contract/delivery/destination.ts"
import { filmFor } from "../../../contract/delivery/destination-film.ts"
import { destinationWords } from "../../../contract/delivery/destination-words.ts"
import type { Id } from "../../../contract/id.ts"
import { pageUnit } from "../../../contract/length.ts"
import { Button } from "../../components/ui/button.tsx"
import { Field } from "../../components/ui/field.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Select } from "../../components/ui/select.tsx"
import { formatBound, formatTyped } from "../../lib/length.ts"
import { destinationsOptions } from "./destination-calls.ts"

/** The typed values: a number may be missing. */
type TypedFilm = { dpi?: number; edgeIn?: number; maxLengthIn?: number; mirror: boolean }

type TemplateDestinationProps = {
  value: Id | null
  onChange: (destinationId: Id | null) => void
  film: TypedFilm
  error: string | undefined
  /** Sets a value that the destination needs. */
  onSet: (key: "dpi" | "edgeIn", value: number) => void
}

/** Edits a template's destination, and shows what that requires of the template. */
export function TemplateDestination({ value, onChange, film, error, onSet }: TemplateDestinationProps) {
  const all = useQuery(destinationsOptions()).data?.data ?? []
  const chosen = all.find(({ _id }) => _id === value)
  return (
    <div className="grid gap-2">
      <Field
        label="Destination"
        error={error}
        hint={chosen ? undefined : "You choose the formats for each print"}
      >
        <Select<Id | "">
          value={value ?? ""}
          placeholder="Loading"
          onValueChange={(id) => onChange(id || null)}
          options={[
            { value: "", label: "None" },
            ...all.map(({ _id, name, dpi }) => ({
              value: _id,
              label: dpi === film.dpi ? name : `${name} (${dpi} DPI)`,
            })),
          ]}
        />
      </Field>
      {chosen && <Demands destination={chosen} film={film} onSet={onSet} />}
    </div>
  )
}

type DemandsProps = { destination: Destination; film: TypedFilm; onSet: TemplateDestinationProps["onSet"] }

function Demands({ destination, film, onSet }: DemandsProps) {
  const { dpi, maxLengthIn, contour, name } = destination
  const edgeIn = contourEdgeIn(contour, dpi)
  const laid = filmFor({ maxLengthIn: film.maxLengthIn ?? maxLengthIn, mirror: film.mirror }, destination)
  return (
    <>
      <p className="text-xs wrap-anywhere text-ink-2">
        {destinationWords(destination, { ...laid, sheets: 1 }, pageUnit())}
      </p>
      {film.dpi !== undefined && film.dpi !== dpi && (
        <Demand verb={`Set ${dpi} DPI`} onMend={() => onSet("dpi", dpi)}>
          “{name}” needs {dpi} DPI, but this template has {film.dpi}.
        </Demand>
      )}
      {film.edgeIn !== undefined && film.edgeIn < edgeIn && (
        <Demand verb={`Set ${formatBound(edgeIn, "least")}`} onMend={() => onSet("edgeIn", edgeIn)}>
          Its cut line needs an edge of {formatBound(edgeIn, "least")}, but this template has{" "}
          {formatTyped(film.edgeIn)}.
        </Demand>
      )}
    </>
  )
}

function Demand({ verb, onMend, children }: { verb: string; onMend: () => void; children: ReactNode }) {
  return (
    <Notice
      tone="warn"
      action={
        <Button size="sm" className="flex-none" onClick={onMend}>
          {verb}
        </Button>
      }
    >
      {children}
    </Notice>
  )
}
