import type { Uuid } from "#kernel/id.ts";
import type { Identity } from "#platform/identity/identity.server.ts";
import type { TokenService } from "#platform/identity/token-service.server.ts";
import type { DeliveryServices } from "#ticketing/delivery/delivery-services.server.ts";
import type { ShareStudio } from "#ticketing/delivery/share-picture.server.ts";
import type { StopBoard } from "#ticketing/events/stop-board.server.ts";
import type { MailServices } from "#ticketing/letters/mail-services.server.ts";
import type { OrderServices } from "#ticketing/orders/hold-desk.server.ts";
import type { LineBoard } from "#ticketing/orders/line-board.server.ts";
import type { RoomBoard } from "#ticketing/orders/room-board.server.ts";
import type { PictureServices } from "#ticketing/pictures/picture-services.server.ts";
import type { LetterView } from "./mailbox-letter.ts";
import type { PageCache } from "./page-cache.server.ts";
import type { Visitor } from "./who-asks.server.ts";

/** Everything a request may need: the doors, and what the host keeps for all requests. */
export type SiteServices = OrderServices &
  DeliveryServices &
  MailServices &
  PictureServices & {
    readonly identity: Identity;
    /** Accounts by tokens, for /auth/v1 and for callers with a bearer token. */
    readonly tokens: TokenService;
    readonly pages: PageCache;
    /** The pictures that messengers show of links to nights. */
    readonly shares: ShareStudio;
    /** Where each order stands that waits for its card page. */
    readonly line: LineBoard;
    /** Where each person stands who waits for a sale to open. */
    readonly rooms: RoomBoard;
    /** What is stopped now, in this process's memory; acts that must obey ask the database. */
    readonly stops: StopBoard;
    readonly typeOfPrice: (priceId: string) => Promise<Uuid | undefined>;
    /** Who asks, by the session cookie; read anew each time, so that a role or session taken away is gone at once. */
    readonly findVisitor: (request: Request) => Promise<Visitor>;
    /** The mailbox of demo mode; undefined in production. */
    readonly demoLetters?: () => Promise<readonly LetterView[]>;
    /** The accounts of demo mode for the button on /login; null in production. */
    readonly demoAccounts: readonly { role: string; email: string; password: string }[] | null;
  };
