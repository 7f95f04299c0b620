import type { Uuid } from "#kernel/id.ts";
import type { MinuteLimit } from "#kernel/minute-limit.ts";
import type { Turns } from "#kernel/turns.ts";
import type { Identity } from "#platform/identity/identity.server.ts";
import type { TokenService } from "#platform/identity/tokens/token-service.server.ts";
import type { DeliveryServices } from "#ticketing/delivery/delivery-services.server.ts";
import type { PdfRenderer } from "#ticketing/delivery/pdf-renderer.server.ts";
import type { ShareRenderer } from "#ticketing/delivery/share-picture.server.ts";
import type { SlugCache } from "#ticketing/events/slug-queries.server.ts";
import type { StopCache } from "#ticketing/events/stop-cache.server.ts";
import type { MailServices } from "#ticketing/letters/mail-services.server.ts";
import type { OrderServices } from "#ticketing/orders/checkout/hold-queue.server.ts";
import type { PageQueueCache } from "#ticketing/orders/waiting/page-queue-cache.server.ts";
import type { RoomCache } from "#ticketing/orders/waiting/room-cache.server.ts";
import type { PictureServices } from "#ticketing/pictures/picture-services.server.ts";
import type { PageCache } from "./page-cache.server.ts";
import type { Visitor } from "./visitor.server.ts";

/** All services that a request may need, with the host's caches and limits. */
export type SiteServices = OrderServices &
  DeliveryServices &
  MailServices &
  PictureServices & {
    readonly identity: Identity;
    /** Accounts by bearer token, for /auth/v1 and for API callers. */
    readonly tokens: TokenService;
    readonly pages: PageCache;
    /** Limits how often visits after paying read payments at the provider, by the buyer's id. */
    readonly orderReads: MinuteLimit;
    /** Prints for pages, in a process of its own, so that no email waits for a visitor's PDF. */
    readonly pagePdfRenderer: Pick<PdfRenderer, "print">;
    /** Limits how often an account prints tickets. */
    readonly printTurns: Turns;
    /** Makes the pictures that messengers show for links to nights. */
    readonly shares: ShareRenderer;
    /** The position of each order in the queue for its card page. */
    readonly pageQueue: PageQueueCache;
    /** The position of each person in a waiting room. */
    readonly rooms: RoomCache;
    /** The active stops, cached in this process. Acts that must obey a stop read the database. */
    readonly stops: StopCache;
    /** Resolves the readable names in addresses. */
    readonly slugs: SlugCache;
    readonly typeOfPrice: (priceId: string) => Promise<Uuid | undefined>;
    /** Finds the visitor by the session cookie, in the database: a removed role or session ends at once. */
    readonly findVisitor: (request: Request) => Promise<Visitor>;
    /** The mailbox of demo mode; undefined in production. */
    readonly demoLetters?: () => Promise<readonly LetterView[]>;
    /** The accounts that /login offers in demo mode; null in production. */
    readonly demoAccounts: readonly { role: string; email: string; password: string }[] | null;
  };

/** An email in the mailbox of demo mode. */
export type LetterView = {
  id: string;
  from: string;
  to: string;
  subject: string;
  /** ISO instant. */
  sentAt: string;
  /** The address of the email as its own document, so that its styles and ours do not mix. */
  htmlUrl: string;
  text: string;
  attachments: { filename: string; contentType: string; size: number; url: string }[];
};
