import type { Uuid } from "#kernel/id.ts";
import type { MinuteLimit } from "#kernel/minute-limit.ts";
import type { Turns } from "#kernel/turns.ts";
import type { Identity } from "#platform/identity/identity.server.ts";
import type { TokenService } from "#platform/identity/tokens/token-service.server.ts";
import type { DeliveryServices } from "#ticketing/delivery/delivery-services.server.ts";
import type { ShareRenderer } from "#ticketing/delivery/share-picture.server.ts";
import type { KnownSlugs } from "#ticketing/events/slug-queries.server.ts";
import type { StopCache } from "#ticketing/events/stop-cache.server.ts";
import type { MailServices } from "#ticketing/letters/mail-services.server.ts";
import type { OrderServices } from "#ticketing/orders/checkout/hold-queue.server.ts";
import type { PageQueueCache } from "#ticketing/orders/waiting/page-queue-cache.server.ts";
import type { RoomCache } from "#ticketing/orders/waiting/room-cache.server.ts";
import type { PictureServices } from "#ticketing/pictures/picture-services.server.ts";
import type { PageCache } from "./page-cache.server.ts";
import type { Visitor } from "./visitor.server.ts";

/** Everything a request may need: the services, and what the host keeps for all requests. */
export type SiteServices = OrderServices &
  DeliveryServices &
  MailServices &
  PictureServices & {
    readonly identity: Identity;
    /** Accounts by tokens, for /auth/v1 and for callers with a bearer token. */
    readonly tokens: TokenService;
    readonly pages: PageCache;
    /** Limits how often visits of an order have its payment read at the provider, by the order's id. */
    readonly orderReads: MinuteLimit;
    /** The turns of accounts that print tickets. */
    readonly printTurns: Turns;
    /** The pictures that messengers show of links to nights. */
    readonly shares: ShareRenderer;
    /** The place of each order that waits in the queue for its card page. */
    readonly pageQueue: PageQueueCache;
    /** The place of each person who waits for a sale to open. */
    readonly rooms: RoomCache;
    /** What is stopped now, in this process's memory; acts that must obey read the database. */
    readonly stops: StopCache;
    /** What the readable names in addresses lead to. */
    readonly slugs: KnownSlugs;
    readonly typeOfPrice: (priceId: string) => Promise<Uuid | undefined>;
    /** The visitor, by the session cookie; read each time, so that a removed role or session ends at once. */
    readonly findVisitor: (request: Request) => Promise<Visitor>;
    /** The mailbox of demo mode; undefined in production. */
    readonly demoLetters?: () => Promise<readonly LetterView[]>;
    /** The accounts of demo mode for the button on /login; null in production. */
    readonly demoAccounts: readonly { role: string; email: string; password: string }[] | null;
  };

/** An email as the mailbox of demo mode shows it. */
export type LetterView = {
  id: string;
  from: string;
  to: string;
  subject: string;
  /** An instant, ISO. */
  sentAt: string;
  /** The email as a document of its own, so that its styles and ours do not mix. */
  htmlUrl: string;
  text: string;
  attachments: { filename: string; contentType: string; size: number; url: string }[];
};
