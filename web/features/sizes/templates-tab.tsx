import { useMutation, useQuery } from "@tanstack/react-query"
import { MAX_NAME_LENGTH } from "../../../contract/limit.ts"
import {
  defaultSheetTemplate,
  type SheetTemplate,
  type SheetTemplateInput,
  sheetTemplateInputSchema,
} from "../../../contract/size.ts"
import { packings } from "../../../contract/status.ts"
import { CheckRow } from "../../components/ui/checkbox.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { loadFailure } from "../../components/ui/failure-notice.tsx"
import { Field } from "../../components/ui/field.tsx"
import { FormModal } from "../../components/ui/form-modal.tsx"
import { RowButtons } from "../../components/ui/row-buttons.tsx"
import { Select } from "../../components/ui/select.tsx"
import { Tag } from "../../components/ui/status-pill.tsx"
import type { DataTableColumn } from "../../components/ui/table-model.ts"
import { TextField } from "../../components/ui/text-field.tsx"
import { formatInches } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { toastDeleted } from "../../lib/undo-deletion.ts"
import { useForm } from "../../lib/use-form.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { Inches, NumberField, Unit } from "./measures.tsx"
import { packingNames } from "./packing-words.ts"
import { deleteSheetTemplate, saveSheetTemplate, sheetTemplatesOptions } from "./size-calls.ts"

/** The seller's sheet templates as a table. */
export function TemplatesTab() {
  const list = useQuery(sheetTemplatesOptions())
  const editTemplate = useModalParam("editTemplate")
  const find = (id: string) => list.data?.data.find((template) => template._id === id)
  const edited = find(editTemplate.value)
  const remove = useMutation({
    mutationFn: (id: string) => deleteSheetTemplate(id),
    onSuccess: ({ message, undoId }) => toastDeleted(message, undoId),
  })
  const columns: DataTableColumn<SheetTemplate>[] = [
    {
      id: "name",
      header: "Name",
      card: "title",
      cell: (template) => (
        <span className="inline-flex items-center gap-2">
          <b className="font-[600]">{template.name}</b>
          {template.isDefault && <Tag>Default</Tag>}
        </span>
      ),
    },
    { id: "widthIn", header: "Roll width", cell: (template) => <Inches value={template.widthIn} /> },
    {
      id: "maxLengthIn",
      header: "Longest sheet",
      cell: (template) => <Inches value={template.maxLengthIn} />,
    },
    {
      id: "margins",
      header: "Edge / gap",
      cell: (template) => (
        <span>
          {formatInches(template.edgeIn)} / <Inches value={template.gapIn} />
        </span>
      ),
    },
    { id: "dpi", header: "Resolution", cell: (template) => <Unit value={String(template.dpi)} unit="DPI" /> },
    {
      id: "options",
      header: "Options",
      cell: (template) => <span className="text-ink-2">{optionWords(template)}</span>,
    },
    {
      id: "actions",
      header: "Actions",
      hidesHeader: true,
      align: "end",
      card: "actions",
      cell: (template) => (
        <RowButtons
          name={template.name}
          onEdit={() => editTemplate.open(template._id)}
          onDelete={template.isDefault ? null : () => remove.mutate(template._id)}
        />
      ),
    },
  ]
  return (
    <>
      <DataTable
        label="Sheet templates"
        columns={columns}
        rows={list.data?.data}
        rowId={(template) => template._id}
        isRefreshing={list.isPlaceholderData}
        empty={{
          title: "No sheet templates yet",
          description: "A template says how wide the film is and how pieces lie on it.",
        }}
        failure={loadFailure(list)}
      />
      {edited && <TemplateModal key={edited._id} template={edited} onClose={editTemplate.close} />}
    </>
  )
}

function optionWords(template: SheetTemplate): string {
  const words = [
    template.rotate && "turns",
    template.trim && "trims",
    template.mirror && "mirrors",
    template.labels && "labels",
    template.nesting === "shapes" && "nests",
    template.packing !== "tightest" && packingNames[template.packing].toLowerCase(),
  ].filter((word) => word !== false)
  return words.length === 0 ? "none" : words.join(", ")
}

type TemplateModalProps = {
  /** Null makes a new one. */
  template: SheetTemplate | null
  onClose: () => void
}

type Numbers = "widthIn" | "maxLengthIn" | "edgeIn" | "gapIn" | "dpi"
type Values = Omit<SheetTemplateInput, Numbers> & Record<Numbers, number | undefined>

const switches = [
  { key: "rotate", label: "Turn pieces", hint: "Quarter turns, where they save film" },
  { key: "trim", label: "Trim artwork", hint: "Print only its ink, not the empty border" },
  { key: "mirror", label: "Mirror", hint: "For films that are printed face down" },
  { key: "labels", label: "Labels", hint: "A small name beside each copy" },
] as const

/** Makes or changes a sheet template: the film, its margins and how pieces may lie. */
export function TemplateModal({ template, onClose }: TemplateModalProps) {
  const initial: Values = template
    ? inputOf(template)
    : { ...defaultSheetTemplate, name: "", isDefault: false }
  const form = useForm({
    schema: sheetTemplateInputSchema,
    initial,
    send: async (input) => {
      toastSuccess(await saveSheetTemplate(template?._id ?? null, input))
      onClose()
    },
    failureIn: "toast",
  })
  const number = (key: Numbers, label: string, unit: string) => (
    <NumberField
      label={label}
      unit={unit}
      value={form.values[key]}
      onChange={(value) => form.set(key, value)}
      error={form.errors[key]}
    />
  )
  return (
    <FormModal
      form={form}
      onClose={onClose}
      size="md"
      title={template ? "Edit sheet template" : "Add sheet template"}
      verb={template ? "Save" : "Add template"}
    >
      <TextField
        label="Name"
        {...form.text("name")}
        isRequired
        autoFocus
        maxLength={MAX_NAME_LENGTH}
        placeholder="22 in roll"
      />
      <div className="grid grid-cols-2 gap-4">
        {number("widthIn", "Roll width", "in")}
        {number("maxLengthIn", "Longest sheet", "in")}
        {number("edgeIn", "Edge", "in")}
        {number("gapIn", "Gap", "in")}
        {number("dpi", "Resolution", "DPI")}
        <Field label="Packing" error={form.errors.packing}>
          <Select
            value={form.values.packing}
            onValueChange={(value) => {
              const packing = packings.find((one) => one === value)
              if (packing) form.set("packing", packing)
            }}
            options={packings.map((packing) => ({ value: packing, label: packingNames[packing] }))}
          />
        </Field>
      </div>
      <div className="grid gap-x-4 md:grid-cols-2">
        {switches.map(({ key, label, hint }) => (
          <CheckRow
            key={key}
            label={label}
            hint={hint}
            checked={form.values[key]}
            onCheckedChange={(checked) => form.set(key, checked)}
          />
        ))}
        <CheckRow
          label="Nest shapes"
          hint="Pieces into each other's empty corners"
          checked={form.values.nesting === "shapes"}
          onCheckedChange={(checked) => form.set("nesting", checked ? "shapes" : "boxes")}
        />
        <CheckRow
          label="Default"
          hint={template?.isDefault ? "Make another one the default instead" : "Chosen for every new print"}
          checked={form.values.isDefault}
          isDisabled={template?.isDefault}
          onCheckedChange={(checked) => form.set("isDefault", checked)}
        />
      </div>
    </FormModal>
  )
}

function inputOf({ _id, createdAt, updatedAt, ...input }: SheetTemplate): Values {
  return input
}
