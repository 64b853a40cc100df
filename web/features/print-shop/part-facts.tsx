import { Link } from "@tanstack/react-router"
import { Check, Minus } from "lucide-react"
import type { ReactNode } from "react"
import type { Destination } from "../../../contract/delivery/destination.ts"
import { filmFor } from "../../../contract/delivery/destination-film.ts"
import { formatWords } from "../../components/format-words.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { Tag } from "../../components/ui/status-pill.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatMoney } from "../../lib/format.ts"
import { formatTyped } from "../../lib/length.ts"
import { ConnectionState, TestButton } from "../integrations/connection-test.tsx"
import { kindWords, placeOf } from "../integrations/delivery-words.ts"
import { Length } from "../sizes/measures.tsx"
import { otherPriceLabel, shownPrice } from "../sizes/other-prices.ts"
import { PressProfile } from "../sizes/press-profile.tsx"
import { exampleWords, type PrintShop, type ShopPart } from "./shop.ts"

/** Shows what is set up of a print shop's part. */
export function PartFacts({ part, shop }: { part: ShopPart; shop: PrintShop }) {
  switch (part) {
    case "roll":
      return <RollFacts {...shop} />
    case "files":
      return shop.destination ? (
        <FilesFacts destination={shop.destination} labels={shop.template.labels} />
      ) : (
        <p className="text-sm text-ink-2">
          Not set yet: you choose the formats for each print, without white ink and a cut line.
        </p>
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
  const offset = formatTyped(Math.abs(contour.offsetIn))
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
      {!destination.isBuiltIn && (
        <div className="mt-4">
          <PressProfile destination={destination} />
        </div>
      )}
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
      {carriesFiles ? "You carry them" : "Not set yet"}: each print has a download, and one link that needs no
      account.
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
    return <p className="text-sm text-ink-2">Not set yet: prints and reports show no cost.</p>
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
