import { useMutation } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Plus } from "lucide-react"
import { type ReactNode, useEffect, useRef } from "react"
import type { DeliveryAddress } from "../../../contract/delivery/delivery.ts"
import { Button } from "../../components/ui/button.tsx"
import { Card } from "../../components/ui/card.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { StatusPill } from "../../components/ui/status-pill.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { formatTemplate } from "../../lib/length.ts"
import { useSetSearchParams } from "../../lib/search-params.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { LengthUnitPicker } from "../sizes/length-unit.tsx"
import { addSheetTemplate, saveSheetTemplate } from "../sizes/size-calls.ts"
import { inputOf } from "../sizes/template-form.tsx"
import { PartFacts } from "./part-facts.tsx"
import { PartForm } from "./part-form.tsx"
import { partTexts } from "./part-words.ts"
import { type PrintShop, partWords, type ShopPart, shopName, shopParts } from "./shop.ts"
import { TestSheetButton } from "./test-sheet.tsx"

type ShopPageProps = {
  shop: PrintShop
  /** The seller's other print shops. */
  others: readonly PrintShop[]
  /** The part that is being changed. */
  changed: ShopPart | null
  onChange: (part: ShopPart | null) => void
}

/** Shows a print shop as one thing, each part with its door to change it, and leads to the others. */
export function ShopPage({ shop, others, changed, onChange }: ShopPageProps) {
  const name = shopName(shop)
  const { template } = shop
  return (
    <>
      <div className="mb-0.5 flex items-center gap-2 text-sm text-ink-2">
        My print shop <Connected address={shop.address} />
      </div>
      <PageHeader
        title={name ?? "No name yet"}
        description={`${template.isDefault ? "Every print is made for it" : `For prints with the sheet template “${formatTemplate(template)}”`}. ${
          template.carriesFiles || shop.address === null
            ? "You download the files, or send one link."
            : "One button sends the files there."
        }`}
        actions={
          <>
            <TestSheetButton template={template} />
            <AddShopButton shop={shop} />
          </>
        }
      />
      <Card className="mt-4 px-4 md:px-5">
        {shopParts.map((part) => (
          <Section
            key={part}
            part={part}
            isChanging={part === changed}
            onChange={() => onChange(part)}
            form={
              <PartForm
                part={part}
                shop={shop}
                end={{
                  kind: "page",
                  onDone: (message) => {
                    toastSuccess(message)
                    onChange(null)
                  },
                  onLeave: () => onChange(null),
                }}
              />
            }
          >
            <PartFacts part={part} shop={shop} />
          </Section>
        ))}
      </Card>
      {others.length > 0 && (
        <section aria-label="Other print shops" className="mt-6">
          <h2 className="text-base font-[620]">Other print shops</h2>
          <ul className="mt-2 divide-y divide-line-soft border-line-soft border-y text-sm">
            {others.map((other) => (
              <li key={other.template._id} className="py-2.5">
                <Link
                  to="/print-shop"
                  search={other.template.isDefault ? {} : { shop: other.template._id }}
                  className="touch font-[550] hover:underline"
                >
                  {shopName(other) ?? "My print shop"}
                </Link>
                <p className="text-ink-2 wrap-anywhere">
                  {partWords(other, "place") ?? partTexts.place.about}
                  {other.template.isDefault
                    ? ", for every print"
                    : `, for “${formatTemplate(other.template)}”`}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="mt-3 max-w-80">
        <LengthUnitPicker />
      </div>
      <p className="mt-3 text-sm text-ink-3">
        More rolls and kinds of files are{" "}
        <Link to="/sizes" search={{ tab: "templates" }} className="touch underline">
          sheet templates
        </Link>{" "}
        and{" "}
        <Link to="/sizes" search={{ tab: "destinations" }} className="touch underline">
          destinations
        </Link>
        .
      </p>
    </>
  )
}

/** Adds a print shop that begins as a copy of this one's roll and prices; files go there by hand at first. */
function AddShopButton({ shop: { template, address } }: { shop: PrintShop }) {
  const setParams = useSetSearchParams()
  const add = useMutation({
    mutationFn: async () => {
      // An address that is named gets the prints of its own print shop alone.
      if (template.isDefault && address !== null && template.addressId === null)
        await saveSheetTemplate(template._id, { ...inputOf(template), addressId: address._id })
      const own = { isDefault: false, destinationId: null, addressId: null, carriesFiles: true }
      return (await addSheetTemplate({ ...inputOf(template), name: "Another print shop", ...own })).data
    },
    onSuccess: ({ _id }) => setParams({ shop: _id, step: "roll", change: null }, { push: true }),
  })
  return (
    <Button
      icon={<Plus />}
      isLoading={add.isPending}
      {...asCommand("add-print-shop")}
      onClick={() => add.mutate()}
    >
      Add a print shop
    </Button>
  )
}

function Connected({ address }: { address: DeliveryAddress | null }) {
  if (address === null) return null
  if (address.lastTest === null) return <StatusPill tone="warn">Not tested</StatusPill>
  if (address.lastTest.works) return <StatusPill tone="good">Connected</StatusPill>
  return <StatusPill tone="bad">Not connected</StatusPill>
}

type SectionProps = {
  part: ShopPart
  isChanging: boolean
  onChange: () => void
  form: ReactNode
  children: ReactNode
}

function Section({ part, isChanging, onChange, form, children }: SectionProps) {
  const { title, Icon } = partTexts[part]
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // A link may name a part below the window, and a form takes more room than what it changes.
    const topPx = section.current?.getBoundingClientRect().top ?? 0
    if (isChanging && topPx > window.innerHeight / 2) section.current?.scrollIntoView()
  }, [isChanging])
  return (
    <section
      ref={section}
      aria-label={title}
      className="scroll-mt-16 flex gap-3 border-line border-t py-5 first:border-t-0 md:gap-4"
    >
      <span className="grid size-9 flex-none place-items-center rounded-md bg-sunken text-ink-2">
        <Icon className="size-4" aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex min-h-9 items-center gap-3">
          <h2 className="flex-1 text-base font-[620]">{title}</h2>
          {!isChanging && (
            <Button
              variant="ghost"
              size="sm"
              className="-mr-2.5"
              aria-label={`Change: ${title}`}
              onClick={onChange}
            >
              Change
            </Button>
          )}
        </div>
        {isChanging ? (
          <div className="mt-2 max-md:-ml-12">{form}</div>
        ) : (
          <div className="mt-1">{children}</div>
        )}
      </div>
    </section>
  )
}
