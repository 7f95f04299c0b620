import type { Uuid } from "#kernel/id.ts";
import { seasonDice } from "./season-dice.ts";
import { type PictureRow, pictureRow, type UrlOfFile } from "./season-pictures.ts";
import { nightOf, type SeasonPlan } from "./season-plan.ts";
import type { SeasonType } from "./season-types.ts";

export type Row = Record<string, unknown>;

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
export function catalogueRows(plan: SeasonPlan, facts: SeasonFacts): SeasonRows {
  const { preparedAt: at } = plan;
  const dice = seasonDice(1);
  const { ofNight, ofArtist, ofType } = picturesOf(plan, facts);
  const pictures = [...ofNight.values(), ...ofArtist.values(), ...ofType.values()];
  const idOf = (type: SeasonType) => plan.typeIds.get(type.key);
  return [
    ["pictures", [...new Map(pictures.map((picture) => [picture.url, picture])).values()]],
    [
      "events",
      plan.nights.map((night) => ({
        id: night.id,
        name: night.title,
        title: night.title,
        description: night.description,
        date: night.date,
        time: night.time,
        location: "Plaja Licurici",
        image_url: ofNight.get(night.key)?.url ?? null,
        light: night.light,
        is_available: night.isAvailable,
        created_at: at,
        updated_at: at,
      })),
    ],
    [
      "artists",
      plan.artists.map((artist) => ({
        id: artist.id,
        name: artist.name,
        bio: artist.bio,
        tagline: artist.tagline,
        image_url: ofArtist.get(artist.key)?.url ?? null,
        youtube_link: artist.youtubeLink,
        featured: artist.featured,
        created_at: at,
        updated_at: at,
      })),
    ],
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
    [
      "tickets",
      plan.types.map((type) => ({
        id: idOf(type),
        // a type of several nights belongs to none of them
        event_id: type.nights.length === 1 && type.nights[0] ? nightOf(plan, type.nights[0]).id : null,
        type: type.title,
        price: type.lei * 100,
        entries: type.entries,
        is_visible: type.isVisible,
        stripe_price_id: facts.priceIds.get(type.key) ?? null,
        price_agreed_at: facts.priceIds.has(type.key) ? facts.pricedAt : null,
        description: type.description,
        image_url: ofType.get(type.key)?.url ?? null,
        is_quick_purchase: type.isQuickPurchase,
        is_season_pass: type.family === "season_pass",
        family: type.family,
        offer_rank: type.offerRank,
        sale_ends_at: type.saleEndsAt,
        created_at: at,
        updated_at: at,
      })),
    ],
    [
      "event_tickets",
      plan.types.flatMap((type) =>
        type.nights.map((key) => ({ event_id: nightOf(plan, key).id, ticket_id: idOf(type) })),
      ),
    ],
    [
      "site_content",
      Object.entries({ ...plan.texts, ...listsOf(plan) }).map(([key, content]) => ({
        id: dice.id(at),
        key,
        content,
        updated_at: at,
      })),
    ],
  ];
}

/** The pictures that are there, by the key of what they show. */
function picturesOf(
  plan: SeasonPlan,
  { urlOfFile }: SeasonFacts,
): Record<"ofNight" | "ofArtist" | "ofType", Map<string, PictureRow>> {
  const found = (all: readonly (readonly [string, PictureRow | null])[]) =>
    new Map(all.flatMap(([key, picture]) => (picture ? [[key, picture] as const] : [])));
  return {
    ofNight: found(
      plan.nights.map(({ key, title, picture: name }) => [
        key,
        name ? pictureRow({ name, shape: "tall", alt: `Afișul nopții ${title}` }, urlOfFile) : null,
      ]),
    ),
    ofArtist: found(
      plan.artists.map(({ key, name, hasPicture }) => [
        key,
        hasPicture
          ? pictureRow({ name: `artist-${key}`, shape: "face", alt: `Portret ilustrat: ${name}` }, urlOfFile)
          : null,
      ]),
    ),
    ofType: found(
      plan.types.map(({ key, title, picture: name }) => [
        key,
        name
          ? pictureRow({ name, shape: name.startsWith("pass-") ? "pass" : "wide", alt: title }, urlOfFile)
          : null,
      ]),
    ),
  };
}

/** The two lists that stand in the texts beside the columns of the types. */
function listsOf(plan: SeasonPlan): Record<string, Row> {
  const idsWhere = (holds: (type: SeasonType) => boolean) =>
    plan.types.filter(holds).map((type) => plan.typeIds.get(type.key));
  return {
    quick_purchase: { ticket_id: idsWhere((type) => type.isQuickPurchase)[0] ?? null },
    season_pass_tickets: { ticket_ids: idsWhere((type) => type.family === "season_pass") },
  };
}

/** The invented customers as profiles, and the subscription of a demo account. */
export function peopleRows(plan: SeasonPlan, facts: SeasonFacts): SeasonRows {
  return [
    [
      "profiles",
      plan.people.map((person) => ({
        id: person.id,
        full_name: person.fullName,
        phone: person.phone,
        email: person.email,
        created_at: person.createdAt,
        updated_at: person.createdAt,
      })),
    ],
    [
      "stripe_subscriptions",
      [
        {
          subscription_id: "sub_1FosforDemoSubscription",
          user_id: facts.accountIds.get("subscriber"),
          subscription_status: "active",
          current_period_end: Math.round(Date.parse(plan.today) / 1000) + 200 * 24 * 3600,
          payment_method_brand: "visa",
          payment_method_last4: "4242",
        },
      ],
    ],
  ];
}
