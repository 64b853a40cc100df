import { Check, CircleCheck, Clock, FileText, FolderCheck, MessageSquareText } from "lucide-react"
import type { ReactNode } from "react"
import { FilmSheet } from "../../components/ui/film-sheet.tsx"
import { Tag } from "../../components/ui/status-pill.tsx"
import { Feature } from "./feature.tsx"
import { artwork, mixedFilm, mixedFilmLengthIn } from "./sample-film.ts"

/** Shows the steps of a day's orders besides their sheet, from the stores to the print shop. */
export function DayGrid() {
  return (
    <section aria-labelledby="day-title" className="border-line-soft border-t">
      <div className="mx-auto max-w-[76rem] px-5 py-16 md:px-8 md:py-24">
        <h2 id="day-title" className="text-3xl font-[660]">
          From Order To Print Shop
        </h2>
        <div className="mt-8 grid gap-5 md:mt-10 lg:grid-cols-2">
          <Feature
            isTall
            title="All Orders On One List"
            words="Etsy and Shopify orders, order files of Amazon, eBay, TikTok Shop and WooCommerce, and any other CSV or XLSX once you choose its columns."
            picture={<OrdersPicture />}
          />
          <Feature
            isTall
            title="Names And Numbers"
            words="Type them, paste a roster, or have what buyers wrote read for you. Texts that are certain go on film; the rest waits until you have checked them."
            picture={<NamesPicture />}
          />
          <Feature
            isTall
            title="Autopilot"
            words="At the times you set, or once there is enough to print, it lays out what has to ship. It makes a draft, or prints within the credits you allow, and says what it left out and why."
            picture={<AutopilotPicture />}
          />
          <Feature
            isTall
            title="Files Your Print Shop Takes"
            words="PNG, PDF or TIFF, with white and a cut line where the machine wants them. Send a link, or have the files put into the print shop's folder."
            picture={<FilesPicture />}
          />
          <Feature
            isTall
            title="What Each Print Cost"
            words="Enter once what film, ink and credits cost you. Each print and each of its orders shows its share, and reports add up months, designs and stores."
            picture={<CostPicture />}
          />
          <Feature
            isTall
            title="Pay For What Was Checked"
            words="Every sheet is written, read back and checked before its credits are taken. A print that fails costs nothing."
            picture={<CreditsPicture />}
          />
        </div>
      </div>
    </section>
  )
}

/** Draws a panel in the middle of a picture. */
function Panel({ children }: { children: ReactNode }) {
  return (
    <div className="absolute inset-0 grid grid-cols-1 place-items-center px-5 md:px-8">
      <div className="w-full max-w-[27rem] rounded-lg bg-raised p-4 shadow-float">{children}</div>
    </div>
  )
}

function OrdersPicture() {
  const orders = [
    { store: "Etsy", number: "3309", src: artwork.goodVibes, copies: 2 },
    { store: "Shopify", number: "#1091", src: artwork.cosmicCat, copies: 1 },
    { store: "Amazon", number: "114-7702988", src: artwork.lunaMoth, copies: 3 },
    { store: "eBay", number: "14-09731", src: artwork.wanderOften, copies: 1 },
  ]
  return (
    <Panel>
      <div className="-my-2 divide-y divide-line-soft">
        {orders.map(({ store, number, src, copies }) => (
          <div key={number} className="flex items-center gap-3 py-1">
            <span className="checker checker-sm size-8 flex-none rounded-xs p-0.5">
              <img src={src} alt="" loading="lazy" className="size-full object-contain" />
            </span>
            <b className="w-16 flex-none text-sm font-[600]">{store}</b>
            <span className="min-w-0 flex-1 text-sm text-ink-3">{number}</span>
            <span className="text-sm font-[600]">× {copies}</span>
          </div>
        ))}
      </div>
    </Panel>
  )
}

function NamesPicture() {
  return (
    <Panel>
      <div className="flex items-center gap-3 sm:gap-4">
        <span className="checker checker-sm size-20 flex-none rounded-md p-2 sm:size-28">
          <img src={artwork.eastside07} alt="" loading="lazy" className="size-full object-contain" />
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex gap-2 text-sm text-ink-2">
            <MessageSquareText className="mt-0.5 size-4 flex-none" />
            <span>“Team: Eastside, No. 07. Thank you!”</span>
          </div>
          <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
            <dt className="text-ink-3">Team</dt>
            <dd className="font-[600]">EASTSIDE</dd>
            <dt className="text-ink-3">Number</dt>
            <dd className="font-[600]">07</dd>
          </dl>
          <div className="mt-3 flex items-center gap-1 text-xs text-good-ink">
            <Check className="size-3.5 flex-none" />
            Read with certainty
          </div>
        </div>
      </div>
    </Panel>
  )
}

function AutopilotPicture() {
  const runs = [
    { when: "Today, 07:00", what: "9 orders, 21 copies", Icon: CircleCheck, tone: "text-good" },
    { when: "Left for you", what: "2 without artwork, 1 text to check", Icon: Clock, tone: "text-warn" },
  ]
  return (
    <Panel>
      <div className="flex items-center justify-between gap-3">
        <b className="text-base font-[620]">Every weekday at 07:00</b>
        <Tag>On</Tag>
      </div>
      <div className="mt-1 text-sm text-ink-2">
        Prints what ships within 2 days, at most 150 credits a day
      </div>
      <div className="mt-3 divide-y divide-line-soft border-line-soft border-t">
        {runs.map(({ when, what, Icon, tone }) => (
          <div key={when} className="flex items-center gap-3 pt-2.5 pb-2 text-sm last:pb-0">
            <Icon className={`size-4 flex-none ${tone}`} />
            <span className="text-ink-2">
              <b className="mr-2 font-[600] text-ink sm:inline-block sm:w-24">{when}</b>
              {what}
            </span>
          </div>
        ))}
      </div>
    </Panel>
  )
}

function FilesPicture() {
  const files = [
    { kind: "PDF", holds: "Colors, white, cut line" },
    { kind: "TIFF", holds: "Colors, white" },
    { kind: "PNG", holds: "Colors" },
  ]
  return (
    <div className="mat absolute inset-0 [--sq:22px]">
      <FilmSheet
        isLazy
        pieces={mixedFilm}
        lengthIn={mixedFilmLengthIn}
        inch="var(--inch)"
        roll="18px"
        className="absolute top-5 left-5 [--inch:10px] md:left-8 lg:[--inch:11px]"
      />
      <div className="absolute right-5 bottom-5 w-56 rounded-lg bg-raised p-3 text-ink shadow-float md:right-8">
        {files.map(({ kind, holds }) => (
          <div key={kind} className="flex items-center gap-2 py-1 text-sm">
            <FileText className="size-4 flex-none text-ink-3" />
            <b className="w-10 flex-none font-[600]">{kind}</b>
            <span className="text-xs text-ink-2">{holds}</span>
          </div>
        ))}
        <div className="mt-2 flex items-center gap-2 border-line-soft border-t pt-2.5 text-sm text-good-ink">
          <FolderCheck className="size-4 flex-none" />
          Sent to Kim's Prints
        </div>
      </div>
    </div>
  )
}

function CostPicture() {
  const lines = [
    { label: "Film", detail: "36.15 in at $0.55", value: "$19.88" },
    { label: "Ink and powder", detail: "", value: "$3.20" },
    { label: "Credits", detail: "21 at $0.10", value: "$2.10" },
  ]
  return (
    <Panel>
      {lines.map(({ label, detail, value }) => (
        <div key={label} className="flex items-baseline gap-2 py-1 text-sm">
          <span className="text-ink-2">{label}</span>
          <span className="text-xs text-ink-3">{detail}</span>
          <span className="ml-auto tabular-nums">{value}</span>
        </div>
      ))}
      <div className="mt-1.5 flex items-baseline gap-2 border-line border-t pt-2.5">
        <b className="text-base font-[620]">This print</b>
        <b className="ml-auto text-xl font-[660] tabular-nums">$25.18</b>
      </div>
      <div className="flex items-baseline text-sm text-ink-2">
        9 orders
        <span className="ml-auto tabular-nums">$2.80 each on average</span>
      </div>
    </Panel>
  )
}

function CreditsPicture() {
  const steps = ["Sheet written", "Read back from storage", "Size, resolution and checksum right"]
  return (
    <Panel>
      {steps.map((step) => (
        <div key={step} className="flex items-center gap-3 py-1.5 text-sm">
          <span className="grid size-6 flex-none place-items-center rounded-full bg-good-soft text-good-ink">
            <Check className="size-3.5" />
          </span>
          {step}
        </div>
      ))}
      <div className="mt-1.5 flex items-baseline border-line border-t pt-2.5 text-base">
        <b className="font-[620]">21 copies</b>
        <b className="ml-auto font-[620]">21 credits</b>
      </div>
    </Panel>
  )
}
