import { useMutation } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Check, Minus, Plus } from "lucide-react"
import type { ReactNode } from "react"
import type { DeliveryAddress } from "../../../contract/delivery/delivery.ts"
import type { Destination } from "../../../contract/delivery/destination.ts"
import { filmFor } from "../../../contract/delivery/destination-film.ts"
import { formatWords } from "../../components/format-words.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { Card } from "../../components/ui/card.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { StatusPill, Tag } from "../../components/ui/status-pill.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { classNames } from "../../lib/class-names.ts"
import { formatMoney } from "../../lib/format.ts"
import { formatLength } from "../../lib/length.ts"
import { useSetSearchParams } from "../../lib/search-params.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { ConnectionState, TestButton } from "../integrations/connection-test.tsx"
import { kindWords, placeOf } from "../integrations/delivery-words.ts"
import { LengthUnitPicker } from "../sizes/length-unit.tsx"
import { Length } from "../sizes/measures.tsx"
import { otherPriceLabel, shownPrice } from "../sizes/other-prices.ts"
import { addSheetTemplate, saveSheetTemplate } from "../sizes/size-calls.ts"
import { inputOf } from "../sizes/template-form.tsx"
import { PartForm } from "./part-form.tsx"
import { partTexts } from "./part-words.ts"
import { exampleWords, type PrintShop, partWords, type ShopPart, shopName, shopParts } from "./shop.ts"
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
      <p className="text-sm text-ink-2">My print shop</p>
      <PageHeader
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            {name ?? "No name yet"} <Connected address={shop.address} />
          </span>
        }
        description={`${template.isDefault ? "Every print is made for it" : `For prints with the sheet template “${template.name}”`}. ${
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
                  {other.template.isDefault ? ", for every print" : `, for “${other.template.name}”`}
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
  return (
    <section aria-label={title} className="flex gap-3 border-line border-t py-5 first:border-t-0 md:gap-4">
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

function PartFacts({ part, shop }: { part: ShopPart; shop: PrintShop }) {
  switch (part) {
    case "roll":
      return <RollFacts {...shop} />
    case "files":
      return shop.destination ? (
        <FilesFacts destination={shop.destination} labels={shop.template.labels} />
      ) : (
        <p className="text-sm text-ink-2">Not said yet: you choose the formats for each print.</p>
      )
    case "place":
      return <PlaceFacts {...shop} />
    case "cost":
      return <CostFacts {...shop} />
  }
}

function RollFacts({ template, destination }: PrintShop) {
  const { maxLengthIn } = filmFor(template, destination)
  return (
    <Facts
      facts={[
        ["Roll", <Length key="roll" inches={template.widthIn} />],
        ["Longest sheet", <Length key="longest" inches={maxLengthIn} />],
        ["Gap", <Length key="gap" inches={template.gapIn} />],
        ["Edge", <Length key="edge" inches={template.edgeIn} />],
      ]}
    />
  )
}

function FilesFacts({ destination, labels }: { destination: Destination; labels: boolean }) {
  const { formats, white, contour, mirror, fileName } = destination
  const offset = formatLength(Math.abs(contour.offsetIn))
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm">
        {formats.map((format) => (
          <span key={format} className="flex items-center gap-2">
            <Tag>{formatWords[format].name}</Tag> {formatWords[format].use}
          </span>
        ))}
      </p>
      <ul className="mt-2.5 grid gap-x-6 gap-y-1 text-sm md:grid-cols-2">
        <Fact isOn={white.isOn} words={`White, pulled in by ${white.chokePx} px`} off="No white" />
        <Fact
          isOn={contour.isOn}
          words={`Cut line, ${offset} ${contour.offsetIn < 0 ? "inside" : "out"}${contour.marks ? ", with marks" : ""}`}
          off="No cut line"
        />
        <Fact isOn={labels} words="Labels beside each copy" off="No labels" />
        <Fact isOn={mirror} words="Mirrored" off="Not mirrored" />
      </ul>
      <p className="mt-2 text-sm text-ink-2">
        Files are named <code className="text-xs wrap-anywhere">{fileName}</code>
      </p>
    </>
  )
}

function Fact({ isOn, words, off }: { isOn: boolean; words: string; off: string }) {
  const Icon = isOn ? Check : Minus
  return (
    <li className={classNames("flex items-center gap-2", !isOn && "text-ink-2")}>
      <Icon
        className={classNames("size-4 flex-none", isOn ? "text-good" : "text-ink-3")}
        aria-hidden="true"
      />
      {isOn ? words : off}
    </li>
  )
}

function PlaceFacts({ template, address, others }: PrintShop) {
  const { carriesFiles } = template
  const listed = [...(address === null ? [] : [address]), ...others]
  const carried = (
    <p className="text-sm text-ink-2">
      {carriesFiles ? "You carry them" : "Not said yet"}: each print has a download, and one link that needs
      no account.
    </p>
  )
  if (listed.length === 0) return carried
  return (
    <>
      {carriesFiles && <div className="mb-3">{carried}</div>}
      <ul className="grid gap-3">
        {listed.map((one) => (
          <li key={one._id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                {one !== address && <b className="font-[550]">{one.name}</b>}
                <span className="wrap-anywhere">{placeOf(one)}</span>
                <Tag>{kindWords[one.kind].name}</Tag>
                {one.isAutomatic && <Tag>Every print</Tag>}
              </div>
              <div className="mt-1.5">
                <ConnectionState address={one} />
              </div>
            </div>
            <span className="flex gap-2">
              <TestButton address={one} />
              {one !== address && (
                <Link
                  to="/integrations"
                  search={{ editAddress: one._id, callback: "/print-shop" }}
                  className={buttonVariants({ size: "sm", variant: "ghost" })}
                  aria-label={`Change ${one.name}`}
                >
                  Change
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
      {template.isDefault && (
        <Link
          to="/integrations"
          search={{ addAddress: "true", callback: "/print-shop" }}
          className="touch mt-3 inline-block text-sm underline"
        >
          Another address
        </Link>
      )}
    </>
  )
}

const otherPrices = ["inkPricePerSquareInch", "powderPricePerSquareInch", "creditPrice"] as const

const filmLabels = {
  inch: "An inch of film",
  foot: "A foot of film",
  centimetre: "A centimetre of film",
  metre: "A metre of film",
  roll: "A roll of film",
} as const

function CostFacts({ template }: PrintShop) {
  const { filmPrice } = template
  if (filmPrice === null)
    return <p className="text-sm text-ink-2">Not said yet: prints and reports show no cost.</p>
  const { amount, currency, per } = filmPrice
  const others = otherPrices.flatMap((key) => {
    const price = shownPrice(key, template[key])
    return price === null ? [] : [[otherPriceLabel(key), smallPrice(price, currency)] as const]
  })
  return (
    <>
      <Facts facts={[[filmLabels[per], formatMoney(amount, currency)], ...others]} />
      <p className="mt-3 text-sm text-ink-2">
        So {exampleWords(filmPrice)}. It stands beside every button that makes film, and in Reports.
      </p>
    </>
  )
}

/** `$0.004`: an inch of ink costs less than a cent. */
function smallPrice(price: number, currency: string): string {
  const style = { style: "currency", currency, maximumFractionDigits: 4 } as const
  return new Intl.NumberFormat("en-US", style).format(price)
}

function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-10 gap-y-3 md:flex md:flex-wrap">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-xs text-ink-3">{label}</dt>
          <dd className="mt-0.5 text-sm font-[550]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
