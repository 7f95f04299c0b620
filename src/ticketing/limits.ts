import { inSeconds } from "#kernel/time.ts";
import { accountDurations, guestLimits, loginLimits } from "#platform/identity/limits/login-limits.ts";
import { passwordLength } from "#platform/identity/passwords/password-length.ts";
import { guestSession, sessionLife } from "#platform/identity/sessions/session-life.ts";
import { keyDurations } from "#platform/signing/key-durations.ts";
import { pictureLimits } from "#platform/storage/picture-limits.ts";
import { bodyLimits } from "./body-limits.ts";
import { doorDurations, doorLimits } from "./door-limits.ts";

const { minute, hour, day } = inSeconds;

/** People: from so few places down, buyers are told that they are the last. Apart, since a statement is made with it. */
export const lastTickets = 20;

/** Seconds: a mail server that has taken nothing for so long is told to the office. Apart, since a statement is made with it. */
export const mailAwayAfter = 15 * minute;

/**
 * Every figure that says how much is too much, in one place. Limits protect accounts; those per address are wide,
 * because a whole mobile network may stand behind one. How long things last: `durations` below.
 */
export const limits = {
  // buying
  /** Bani: the least that the card provider takes. */
  leastCardPayment: 200,
  /** Tickets of one type in one order (specification: 10 per selection). */
  quantity: 10,
  /** Types in one order. */
  linesPerOrder: 8,
  peoplePerOrder: 20,
  checkoutsPerSessionAndMinute: 6,
  checkoutsPerAddressAndMinute: 600,
  /** How often the visits of one unpaid order ask the provider, whose pace all buyers share; webhook and poller settle it as well. */
  readsPerOrderAndMinute: 3,
  /** Codes that do not exist or are not in force. Then no code is taken until the hour is over, not even a right one. */
  wrongCodesPerAccountAndHour: 10,
  wrongCodesPerAddressAndHour: 100,
  /** What one mailbox may keep from others without paying, over all nights (docs/decisions/0021). */
  hoarding: { placesAtOnce: 20, placeMinutesPerDay: 3600, leastMinutes: 5 },
  /** Places that guests of one network ask to hold and have not paid for: each is a person of its own to the limits of holds. */
  guestPlacesPerAddressAndHour: 240,
  /** Of one night, for a person who has no account. */
  ticketsPerGuest: 4,
  /** Of a night's places, in unpaid orders of guests at once. */
  shareOfGuestHolds: 0.2,
  /** Of those, by guests of one network; what is paid for counts no more. */
  shareOfGuestNetwork: 0.5,
  lastTickets,
  /** Up to how many tickets of a price phase a page says their number. */
  lastOfPhase: 50,
  /** Fewer than these are few: administrators get a notification, and the dashboard counts them. */
  fewTickets: 10,
  /** Holds waiting for the batch queue; beyond them 503 with Retry-After. */
  holdsWaiting: 5000,
  holdsPerBatch: 256,

  /** Bani: cancelling a night that gives back more needs a second proof beside the password. */
  refundsWithoutSecondProof: 500_000,
  /** Bani: the most that a setting may let one person of the box office give back in a day; the database has it too. */
  dailyRefunds: 10_000_000,

  /** Rows of a file as a workbook; longer ones are had as CSV. A list counts no further. */
  rowsOfWorkbook: 50_000,

  // signing in
  ...loginLimits,
  loginsPerAddressAndMinute: 300,
  signUpsPerAddressAndMinute: 60,
  /** Passwords and codes that one session may have checked or set. */
  hashesPerSessionAndMinute: 30,
  /** Failed logins of an account after which a captcha is asked, where one is on. */
  failuresBeforeCaptcha: 2,

  // requests and pages
  /** Whatever else changes something, or tries to. */
  changesPerAddressAndMinute: 3000,
  /** Of one session: ten a second, which no hand does. */
  changesPerSessionAndMinute: 600,
  /** Places in a waiting room that are not in memory: a browser asks once after coming in, which is a change too. */
  roomLookupsPerAddressAndMinute: 3000,
  /** For people of one network who are not signed in: ten for each login it may have, a third of one core at most. */
  renderingsPerAddressAndMinute: 3000,
  /** Pages rendered for one account: ten a second for a whole minute, which no hand does. */
  renderingsPerAccountAndMinute: 600,
  /** Renderings at once for one account or network: half a second of a core, behind which others wait. */
  renderingsAtOnce: 100,
  /** Pictures that come from a bucket: twenty for each of six hundred phones that see them the first time. */
  bucketPicturesPerAddressAndMinute: 12_000,
  /** Searches of them that wait for the one that runs: each reads every text of every night, by connections that all pages share. */
  searchesWaiting: 20,
  /** PDFs of tickets that may wait while one is printed for the same account. */
  printsWaitingPerAccount: 5,
  ...bodyLimits,
  /** Pages that are kept for a moment, together. */
  keptPageBytes: 64 * 1024 * 1024,

  // what is sold
  /** Lei. */
  price: 100_000,
  /** People that one ticket lets in. */
  entriesPerTicket: 100,
  /** Places of a night, units of a type. */
  capacity: 1_000_000,
  nightsPerType: 200,
  artistsPerNight: 60,
  /** Codes that are made together. */
  codesPerSet: 2000,
  /** Tickets that one code is good for, and of them one person's. */
  usesPerCode: 1_000_000,
  typesPerCode: 200,
  /** Ticket types that are copied with a night. */
  typesPerCopy: 200,

  // guest lists, the gate, tickets sent to friends
  /** People who come in on one name, and names that are pasted together. */
  placesPerGuest: 20,
  guestsPerPaste: 500,
  ...doorLimits,
  /** How often one seat may change hands. */
  transfersPerSeat: 3,
  ticketEmailsPerAccountAndDay: 5,

  // emails
  invitationsPerAddressAndHour: 3,
  resendsPerPurchaseAndHour: 3,
  /** A person who lost the tickets that were bought without an account asks for them by their address; emails for one asking. */
  guestTicketsAgain: { perAddressAndHour: 3, perNetworkAndHour: 60, orders: 10 },
  newsletterLetters: { perAddressAndHour: 3, perNetworkAndHour: 10 },
  testLettersPerAdministratorAndMinute: 5,
  /** Messages to the holders of one night, and their emails that become due in a minute, of all nights together. */
  messagesPerNightAndDay: 5,
  messageLettersPerMinute: 600,
  /** Each of the two texts of a template; the database has the same limit. */
  templateBytes: 256 * 1024,
  /** Deaths of its process at the mail server after which an email is given up: two copies may have left. */
  letterInterruptions: 2,

  // pictures
  ...pictureLimits,
  /** One picture; the advice beside the field says 5 MB. */
  uploadBytes: 20 * 1024 * 1024,
  uploadsPerAccountAndMinute: 20,
  /** All stored pictures together. */
  storedPictureBytes: 20 * 1024 ** 3,
} as const;

/** Characters that a field takes, at most. The database has the same limits, or none. */
export const lengths = {
  // people
  personName: 200,
  /** At least, of a person who registers or buys without an account. */
  personNameLeast: 3,
  /** As it is typed; it is stored with 15 characters at most. */
  phone: 32,
  password: passwordLength,
  deviceName: 60,
  receipt: 40,

  // nights, artists, ticket types
  catalogueName: 120,
  /** What the random codes of a set begin with. */
  codePrefix: 20,
  eventTitle: 200,
  /** Of a night and of an artist. */
  description: 8000,
  typeDescription: 4000,
  location: 200,
  directions: 600,
  tagline: 200,
  webAddress: 500,
  providerPriceId: 255,
  stopReason: 200,
  nightReason: 500,
  guestNote: 200,
  altText: 300,
  pictureAddress: 300,

  // texts of the site
  heroTitle: 80,
  heroSubtitle: 160,
  heroButton: 40,
  aboutTitle: 120,
  aboutText: 4000,
  clubShortName: 30,
  clubName: 80,
  trader: 300,
  company: 120,
  companyCode: 20,
  registerNo: 30,
  footerText: 400,
  clubAddress: 200,
  clubPhone: 30,
  clubEmail: 254,
  copyright: 200,
  legalTitle: 120,
  /** The introduction and the notice of a legal page. */
  legalNote: 1000,
  legalText: 60_000,

  // emails
  mailSetting: 255,
  mailPassword: 1000,
  templateSubject: 250,
  messageSubject: 78,
  messageBody: 4000,
} as const;

/** How long things last. Seconds, unless the name says otherwise; the database's clock decides ends, in UTC. */
export const durations = {
  // buying
  /** Places are kept for an order that is not paid; HOLD_MINUTES may shorten it. */
  hold: 30 * minute,
  /** A night can still be cancelled this long after its end. */
  changeNightAfter: 2 * day,
  /** A night is moved once in this time. */
  betweenMoves: hour,
  /** Tickets of a moved night can be given back until this long before it begins, but at least this long after the letter. */
  choiceBeforeNight: day,
  choiceAfterLetter: 2 * day,
  /** The card page is open. The provider accepts 30 minutes at least; one more covers the time of the call. */
  cardPage: 31 * minute,
  /** A queued order keeps its tickets after the end of the hold, this long at most. */
  holdInQueue: 2 * hour,
  /** An unanswered call for a card page is made again: longer than any call may take. */
  cardPageCall: 30,
  /** A hold counts in what one mailbox may keep until this long after its end (docs/decisions/0021). */
  hoarding: day,
  /** An expired hold that is not released yet counts as one that ends after this time. */
  endedHold: minute,
  /** The same selection again within this time of a free order is a second press of the button. */
  repeatedSubmit: 30,
  /** How long before the hour a waiting room may open. */
  roomMinutesOffered: [30, 60],
  /** An empty room stays open after the hour; people who come then are let in at once. */
  roomAfterHour: 10 * minute,

  // payments
  /** Between two polls of one open card page. */
  betweenPolls: minute,
  /** One process may work on a webhook event; then another takes it. */
  noticeLease: 15,
  /** The longest wait before an event that could not be settled is tried again; the first is a second. */
  noticeRetry: 10 * minute,
  /** An event about an unknown payment is put aside when it is older. */
  unknownNotice: day,
  /** The first and the longest wait before a refund is requested again. */
  firstRefundRetry: 15,
  refundRetry: hour,
  /** Between two checks of a price that the provider and we agreed on. */
  betweenPriceChecks: day,
  /** How far back the two books are compared. Refunds and disputes of older payments are found by their own dates. */
  reconciledDays: 35,
  /** Near the start of that time a payment may be inside it for us and outside for the provider. */
  reconciledEdge: 2 * minute,

  // signing in
  ...accountDurations,
  sessions: sessionLife,
  guestSession,
  /** A role that was offered by email can be accepted for this long; as long afterwards the offer is deleted. */
  teamInvitation: 7 * day,
  /** A code to the address that a guest gave. */
  guestCode: guestLimits.code,
  /** The address can be corrected this long after the first order. */
  contactCorrection: day,
  ...keyDurations,

  // pages
  /** No page that is sent to several people is older. */
  keptPage: 1,
  /** security.txt is valid (RFC 9116 wants less than a year). */
  securityTxt: 180 * day,
  /** The text that waits for the next page. */
  flashCookie: minute,
  /** A password was right and a code is missing. */
  secondStepCookie: 10 * minute,
  roomCookie: day,
  codeCookie: day,
  gateDeviceCookie: 365 * day,
  /** As long as browsers keep a cookie. */
  knownBrowserCookie: 400 * day,

  // the gate
  ...doorDurations,
  /** A ticket is valid from the first minute of its day, or this long before its night begins, whichever is earlier. */
  ticketBeforeNight: 12 * hour,
  /** And this long after the beginning. */
  ticketAfterBeginning: 24 * hour,

  // emails
  /** Waits between tries. After the last comes one more try, the eighth; then the email is dead (some two hours). */
  letterRetryMinutes: [1, 2, 4, 8, 16, 32, 60],
  /** After this time at the mail server, an email's process is taken for dead. */
  letterHandover: 10 * minute,

  // deletion
  /** Recipient and variables of an email that ended. */
  letterContents: 90 * day,
  /** After a night: names of guest lists and of tickets sent to friends; its holders can be written to as long. */
  namesOfNight: 30 * day,
  /** A security event, and the network in it. `migrations/access.sql` decides by the same figures. */
  securityEvent: 400 * day,
  securityNetwork: 30 * day,
  /** A picture that nothing shows, and a file without a row. */
  unusedPicture: day,
  heartbeat: hour,
  /** A guest who ordered nothing. */
  idleGuest: 7 * day,

  // alarms
  /** A process without a heartbeat for this long is gone. */
  lostProcess: 35,
  /** The newest backup is older. */
  backupAge: 26 * hour,
  /** After a backup that failed; before a certificate ends. */
  backupRetry: hour,
  certificateWarning: 14 * day,
  /** What is unfinished for longer breaks an invariant. */
  unfinished: day,
} as const;
