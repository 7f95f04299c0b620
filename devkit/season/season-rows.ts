import type { Uuid } from "#kernel/id.ts";
import type { WallTime } from "#kernel/time.ts";
import { nightOf, type SeasonPlan } from "./season-plan.ts";
import { agreedLei, type Row, seasonPrices } from "./season-prices.ts";
import { seasonRandom } from "./season-random.ts";
import type { SeasonType } from "./season-types.ts";

/** Rows by their table, in an order that foreign keys allow. All rows of a table have the same columns. */
export type SeasonRows = readonly (readonly [table: string, rows: readonly Row[]])[];

/** What the rows need that the plan cannot know. */
export type SeasonFacts = {
  /** The accounts' ids by their key. */
  readonly accountIds: ReadonlyMap<string, Uuid>;
  /** The card provider's price ids by the type's key. */
  readonly priceIds: ReadonlyMap<string, string>;
  /** When they were made there. */
  readonly pricedAt: Date;
  readonly urlOfFile: UrlOfFile;
};

/** The nights, artists, types and texts of the plan as rows. */
export function catalogueRows(plan: SeasonPlan, { priceIds, pricedAt, urlOfFile }: SeasonFacts): SeasonRows {
  const times = { created_at: plan.preparedAt, updated_at: plan.preparedAt };
  const random = seasonRandom(1);
  const prices = seasonPrices(plan);
  const pictures = new Map<string, Row>();
  /** The address of a picture, which is kept with the others; null when it is not there. */
  const addPicture = (name: string | null, shape: "tall" | "face" | "wide" | "pass", alt: string) => {
    const row = name === null ? null : pictureRow({ name, shape, alt }, urlOfFile);
    if (row) pictures.set(row.url, row);
    return row?.url ?? null;
  };
  const events = plan.nights.map(
    ({ id, title, description, date, time, doors, light, is_available, picture, publishAt }) => ({
      id,
      name: title,
      title,
      description,
      date,
      time,
      light,
      is_available,
      publish_at: publishAt,
      doors: doors ?? (time && doorsBefore(time)),
      ends: time && (time < "12:00" ? "10:00" : "05:00"),
      minimum_age: time && time >= "20:00" ? 18 : null,
      location: "Plaja Licurici",
      address: "Plaja Licurici, digul de nord",
      directions:
        "Intrarea e la capătul digului, sub far. Autobuzul de noapte N2, stația Dig Nord, la fiecare 20 de minute. Parcarea e la 300 m.",
      image_url: addPicture(picture, "tall", `Afișul nopții ${title}`),
      ...times,
    }),
  );
  const artists = plan.artists.map(({ key, hasPicture, ...artist }) => ({
    ...artist,
    image_url: addPicture(hasPicture ? `artist-${key}` : null, "face", `Portret ilustrat: ${artist.name}`),
    ...times,
  }));
  const tickets = plan.types.map((type) => {
    const { key, title, nights, picture } = type;
    const { entries, family, description, is_visible, is_quick_purchase, offer_rank, sale_ends_at } = type;
    const { code_per, enter_until } = type;
    return {
      id: plan.typeIds.get(key),
      // a type of several nights belongs to none of them
      event_id: nights.length === 1 && nights[0] ? nightOf(plan, nights[0]).id : null,
      type: title,
      price: agreedLei(type) * 100,
      entries,
      family,
      description,
      is_visible,
      is_quick_purchase,
      offer_rank,
      sale_ends_at,
      code_per,
      enter_until,
      stripe_price_id: priceIds.get(key) ?? null,
      price_agreed_at: priceIds.has(key) ? pricedAt : null,
      image_url: addPicture(picture, picture?.startsWith("pass-") ? "pass" : "wide", title),
      is_season_pass: family === "season_pass",
      ...prices.columnsOf(type),
      ...times,
    };
  });
  return [
    ["pictures", [...pictures.values()]],
    ["events", events],
    ["artists", artists],
    [
      "event_artists",
      plan.nights.flatMap((night) =>
        night.bill.map((key, billing) => ({
          event_id: night.id,
          artist_id: plan.artists.find((artist) => artist.key === key)?.id,
          billing,
        })),
      ),
    ],
    ["pools", prices.pools(plan)],
    ["tickets", tickets],
    ["price_phases", prices.phases(plan)],
    ["vouchers", prices.codes(plan)],
    [
      "event_tickets",
      plan.types.flatMap((type) =>
        type.nights.map((key) => ({
          event_id: nightOf(plan, key).id,
          ticket_id: plan.typeIds.get(type.key),
        })),
      ),
    ],
    [
      "site_content",
      Object.entries({ ...plan.texts, ...listsOf(plan) }).map(([key, content]) => ({
        id: random.id(plan.preparedAt),
        key,
        content,
        updated_at: plan.preparedAt,
      })),
    ],
  ];
}

/** An hour earlier. */
const doorsBefore = (time: WallTime) =>
  `${String(Number(time.slice(0, 2)) - 1).padStart(2, "0")}${time.slice(2)}`;

/** The two lists that stand in the texts beside the columns of the types. */
function listsOf(plan: SeasonPlan): Record<string, Row> {
  const idsWhere = (holds: (type: SeasonType) => boolean) =>
    plan.types.filter(holds).map((type) => plan.typeIds.get(type.key));
  return {
    quick_purchase: { ticket_id: idsWhere((type) => type.is_quick_purchase)[0] ?? null },
    season_pass_tickets: { ticket_ids: idsWhere((type) => type.family === "season_pass") },
  };
}

/** The invented customers as profiles, and the subscription of a demo account. */
export function peopleRows(plan: SeasonPlan, facts: SeasonFacts): SeasonRows {
  const subscription = {
    subscription_id: "sub_1FosforDemoSubscription",
    user_id: facts.accountIds.get("subscriber"),
    subscription_status: "active",
    current_period_end: Math.round(Date.parse(plan.today) / 1000) + 200 * 24 * 3600,
    payment_method_brand: "visa",
    payment_method_last4: "4242",
  };
  return [
    ["profiles", plan.people.map((person) => ({ ...person, updated_at: person.created_at }))],
    ["stripe_subscriptions", [subscription]],
  ];
}

/** A painted picture of the season as the table `pictures` keeps it. */
type PictureRow = {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly sources: readonly { url: string; width: number }[];
  readonly wide: Pick<PictureRow, "sources" | "width" | "height"> | null;
  readonly alt_text: string;
};

/** The address of a painted file; null when it is not there. */
type UrlOfFile = (file: string) => string | null;

// the widths and proportions of the files in pictures/
const shapes = {
  tall: { widths: [480, 720, 960], width: 1200, height: 1500 },
  wide: { widths: [768, 1536], width: 1920, height: 1080 },
  face: { widths: [160, 360, 720], width: 900, height: 1200 },
  pass: { widths: [768, 1536], width: 1600, height: 1000 },
} as const;

/** The picture of this name with those of its sizes that are there; null when there is none. */
function pictureRow(
  { name, shape, alt }: { name: string; shape: keyof typeof shapes; alt: string },
  urlOf: UrlOfFile,
): PictureRow | null {
  const own = picturesOfShape(name, shape, urlOf);
  const url = own?.sources.at(-1)?.url;
  if (!own || !url) return null;
  return {
    url,
    ...own,
    wide: shape === "tall" ? picturesOfShape(`${name}-wide`, "wide", urlOf) : null,
    alt_text: alt,
  };
}

function picturesOfShape(name: string, shape: keyof typeof shapes, urlOf: UrlOfFile): PictureRow["wide"] {
  const { widths, width, height } = shapes[shape];
  const sources = widths.flatMap((one) => {
    const url = urlOf(`${name}-${one}.webp`);
    return url ? [{ url, width: one }] : [];
  });
  return sources.length > 0 ? { sources, width, height } : null;
}
