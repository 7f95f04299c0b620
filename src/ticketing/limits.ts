import { budgetsOfWiderNetwork } from "#kernel/network-address.ts";
import { inSeconds } from "#kernel/time.ts";
import { accountDurations, guestLimits, loginLimits } from "#platform/identity/limits/login-limits.ts";
import { passwordLength } from "#platform/identity/passwords/password-length.ts";
import { guestSession, sessionLife } from "#platform/identity/sessions/session-life.ts";
import { keyDurations } from "#platform/signing/key-durations.ts";
import { pictureLimits } from "#platform/storage/picture-limits.ts";
import { bodyLimits } from "./body-limits.ts";
import { doorDurations, doorLimits } from "./door-limits.ts";

const { minute, hour, day } = inSeconds;

/** From so few places on, buyers are told that these are the last. Not in `limits`: an SQL statement has it. */
export const lastTickets = 20;

/** Seconds until the office is told that the mail server accepts nothing. Not in `limits`: an SQL statement has it. */
export const mailAwayAfter = 15 * minute;

/**
 * The limits of the program, in one place; times are in `durations` below. Limits protect accounts. Limits per
 * address are wide, because a whole mobile network may share one address.
 */
export const limits = {
  // buying
  /** Bani: the smallest payment that the card provider accepts. */
  leastCardPayment: 200,
  /** Tickets of one type in one order (specification: 10 per selection). */
  quantity: 10,
  /** Ticket types in one order. */
  linesPerOrder: 8,
  peoplePerOrder: 20,
  /** All sessions of an account together have the same. */
  checkoutsPerSessionAndMinute: 6,
  checkoutsPerAddressAndMinute: 600,
  /** How often a buyer's visits to unpaid orders may ask the provider, whose pace all share; others settle them too. */
  readsPerBuyerAndMinute: 3,
  /** Vouchers not in force. After so many, no voucher is accepted until the hour is over, not even a right one. */
  wrongCodesPerAccountAndHour: 10,
  wrongCodesPerAddressAndHour: 100,
  /** How much one mailbox may hold without paying, over all nights (docs/decisions/0021). */
  hoarding: { placesAtOnce: 20, placeMinutesPerDay: 3600, leastMinutes: 5 },
  /** Unpaid places of all nights that guests of one network may hold together. */
  guestPlacesPerAddress: 240,
  /** Tickets of one night for a person without an account. */
  ticketsPerGuest: 4,
  /** The share of a night's places, and of each type, phase, pool and voucher, for all guests' unpaid orders together. */
  shareOfGuestHolds: 0.2,
  /** The share of those for guests of one network. Paid orders do not count. */
  shareOfGuestNetwork: 1 / 3,
  lastTickets,
  /** A page tells how many tickets a price phase has left if there are at most so many. */
  lastOfPhase: 50,
  /** A type with fewer tickets is low: administrators are notified, and the dashboard counts it. */
  fewTickets: 10,
  /** Holds that may wait for the batch queue; beyond, the answer is 503 with Retry-After. */
  holdsWaiting: 5000,
  holdsPerBatch: 256,

  /** Bani: cancelling a night that refunds more needs a second proof beside the password. */
  refundsWithoutSecondProof: 500_000,
  /** Bani: the highest daily refund limit of a person of the box office. The database has the same limit. */
  dailyRefunds: 10_000_000,

  /** Rows of an exported workbook; a longer list is exported as CSV. Lists stop counting at this number. */
  rowsOfWorkbook: 50_000,

  // signing in
  ...loginLimits,
  loginsPerAddressAndMinute: 300,
  passkeyAsksPerAddressAndMinute: 300,
  signUpsPerAddressAndMinute: 60,
  guestsPerAddressAndMinute: 60,
  newslettersPerAddressAndMinute: 60,
  lostTicketsPerAddressAndMinute: 60,
  /** Passwords and codes that one session may have checked or set. */
  hashesPerSessionAndMinute: 30,
  /** Failed logins of an account before a captcha is required, if one is configured. */
  failuresBeforeCaptcha: 2,

  // requests and pages
  /** All other requests that change something, or try to. */
  changesPerAddressAndMinute: 3000,
  /** Requests under a smaller limit that cost nothing (`noteCost`). They use it up only beyond this. */
  freePerAddressAndMinute: 3000,
  /** The budget of an IPv6 /48 in the limits of networks, in budgets of one /64. */
  budgetsOfWiderNetwork,
  /**
   * The same for what costs more than calls (renderings), is very much already (changes, free requests), or keeps places
   * from others: unpaid places of guests.
   */
  dearBudgetsOfWiderNetwork: 2,
  /** Changes by one session: ten a second, more than any person makes. */
  changesPerSessionAndMinute: 600,
  /** Look-ups of waiting-room places that are not in memory. A browser needs one after joining. */
  roomLookupsPerAddressAndMinute: 3000,
  /**
   * Pages rendered for signed-out people of one network: ten for each login it may have, at most a third of one core.
   */
  renderingsPerAddressAndMinute: 3000,
  /** Pages rendered for one account: ten a second for a whole minute, more than any person does. */
  renderingsPerAccountAndMinute: 600,
  /** Pages rendered for all accounts of one network: twenty for each of six hundred people. */
  accountRenderingsPerAddressAndMinute: 12_000,
  /** Pages at once, and forms, of one account or guest, or of a network's people without session; the others wait. */
  renderingsAtOnce: 4,
  renderingsWaiting: 100,
  /** The same of one network (an IPv6 /48 as one), and calls: one fewer than the pools of buyers have connections. */
  turnsOfNetwork: 5,
  /** Those that may wait for a turn of their network: one for each of six hundred people. */
  waitingOfNetwork: 600,
  /** Calls at once of one network, and waiting ones, for each budget that calls have. */
  callsAtOnce: 4,
  callsWaiting: 600,
  /** Pictures read from a bucket: twenty for each of six hundred phones that see them the first time. */
  bucketPicturesPerAddressAndMinute: 12_000,
  /** Searches by one account or network that may wait for a running one: each reads all texts of all nights. */
  searchesWaiting: 20,
  /** PDFs of tickets that may wait while one is printed for the same account. */
  printsWaitingPerAccount: 5,
  ...bodyLimits,
  /** Bytes of all pages in the short page cache. */
  keptPageBytes: 64 * 1024 * 1024,

  // what is sold
  /** Lei. */
  price: 100_000,
  /** People admitted by one ticket. */
  entriesPerTicket: 100,
  /** Places of a night, or units of a type. */
  capacity: 1_000_000,
  nightsPerType: 200,
  /** Steps of an order's history that the office sees: far more than an order has unless somebody fills it. */
  orderSteps: 200,
  artistsPerNight: 60,
  /** Vouchers made together. */
  codesPerSet: 2000,
  /** Tickets that one voucher is good for; also the highest limit per person. */
  usesPerCode: 1_000_000,
  typesPerCode: 200,
  /** Ticket types copied with a night. */
  typesPerCopy: 200,

  // guest lists, the gate, tickets sent to friends
  /** The most people under one name of a guest list. */
  placesPerGuest: 20,
  /** The most people under one name that is put on a list without the password. */
  plainPlacesPerGuest: 5,
  /** The most names that are pasted together. */
  guestsPerPaste: 500,
  /** The most lines of such a paste: the same names several times, empty lines, what is no name. */
  linesPerPaste: 2000,
  ...doorLimits,
  transfersPerSeat: 3,
  ticketEmailsPerAccountAndDay: 5,
  ticketLinksPerSeatAndDay: 20,

  // emails
  invitationsPerAddressAndHour: 3,
  resendsPerPurchaseAndHour: 3,
  /** Tickets asked for again by address, without an account: how often, and for how many orders emails are sent. */
  guestTicketsAgain: { perNetworkAndHour: 60, orders: 10 },
  newsletterLetters: { perAddressAndHour: 3, perNetworkAndHour: 60 },
  testLettersPerAdministratorAndMinute: 5,
  /** Messages to the holders of one night. */
  messagesPerNightAndDay: 5,
  /** Emails of messages, for all nights together. */
  messageLettersPerMinute: 600,
  /** Bytes of each of the two texts of a template. The database has the same limit. */
  templateBytes: 256 * 1024,
  /** How often a process may die with an email at the mail server before it is given up: two copies may have left. */
  letterInterruptions: 2,

  // pictures
  ...pictureLimits,
  /** Bytes of one picture; the advice beside the field says 5 MB. */
  uploadBytes: 20 * 1024 * 1024,
  uploadsPerAccountAndMinute: 20,
  /** Bytes of all stored pictures together. */
  storedPictureBytes: 20 * 1024 ** 3,
} as const;

/** The longest texts of fields, in characters. Where the database has a limit, it is the same. */
export const lengths = {
  // people
  personName: 200,
  /** The shortest name of a person who registers or buys without an account. */
  personNameLeast: 3,
  /** As typed; at most 15 characters are stored. */
  phone: 32,
  password: passwordLength,
  deviceName: 60,
  receipt: 40,

  // nights, artists, ticket types
  catalogueName: 120,
  /** The prefix of a set's random vouchers. */
  codePrefix: 20,
  eventTitle: 200,
  /** The description of a night or artist. */
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

/** How long things last, in seconds, unless the name says otherwise. The database's clock decides ends, in UTC. */
export const durations = {
  // buying
  /** How long places are held for an unpaid order; HOLD_MINUTES may shorten it. */
  hold: 30 * minute,
  /** How long after its end a night can still be cancelled. */
  changeNightAfter: 2 * day,
  /** A night can be moved once in this time. */
  betweenMoves: hour,
  /** Tickets of a moved night can be given back until so long before it, but for so long after the email. */
  choiceBeforeNight: day,
  choiceAfterLetter: 2 * day,
  /** How long a card page is open. The provider accepts 30 minutes or more; one more covers the call itself. */
  cardPage: 31 * minute,
  /** The longest time that a queued order keeps its tickets after the end of its hold. */
  holdInQueue: 2 * hour,
  /** After how long an unanswered call for a card page is repeated; longer than any call may take. */
  cardPageCall: 30,
  /** How long a card page that the provider refused for good is not asked for again with the same address. */
  refusedCardPage: minute,
  /** How long after its end a hold still counts in the limit of its mailbox (docs/decisions/0021). */
  hoarding: day,
  /** An expired hold that is not released yet counts as if it ended after this time. */
  endedHold: minute,
  /** If the selection of a free order comes again within this time, it counts as a second press of the button. */
  repeatedSubmit: 30,
  /** Choices for how many minutes before the sale the waiting room opens. */
  roomMinutesOffered: [30, 60],
  /** An empty room stays open this long after the announced hour; people who come then are let in at once. */
  roomAfterHour: 10 * minute,

  // payments
  /** The time between two polls of one open card page. */
  betweenPolls: minute,
  /** How long one process may work on a webhook event before another takes it. */
  noticeLease: 15,
  /** The longest wait before a webhook event is tried again; the first wait is a second. */
  noticeRetry: 10 * minute,
  /** When an event about an unknown payment is older, it is quarantined. */
  unknownNotice: day,
  /** The first wait before a refund is requested again. */
  firstRefundRetry: 15,
  /** The longest wait before a refund is requested again. */
  refundRetry: hour,
  /** How long a price that the provider refused to make is not asked for again by the job. */
  refusedPrice: minute,
  /** The time between two checks of a price agreed on with the provider. */
  betweenPriceChecks: day,
  /** How many days back our books and the provider's are compared. Later refunds and disputes have their own dates. */
  reconciledDays: 35,
  /** So close to the start of that period, a payment may be inside it for us and outside for the provider. */
  reconciledEdge: 2 * minute,

  // signing in
  ...accountDurations,
  sessions: sessionLife,
  guestSession,
  /** How long a role offered by email can be accepted. After the same time again the offer is deleted. */
  teamInvitation: 7 * day,
  /** How long a code is valid that was emailed to a guest's address. */
  guestCode: guestLimits.code,
  /** How long after the first order a guest's address can be corrected. */
  contactCorrection: day,
  ...keyDurations,

  // pages
  /** No page served to several people from the cache is older. */
  keptPage: 1,
  /** How long security.txt is valid (RFC 9116 wants less than a year). */
  securityTxt: 180 * day,
  /** How long a message waits for the next page. */
  flashCookie: minute,
  /** The time to enter the code after a right password. */
  secondStepCookie: 10 * minute,
  roomCookie: day,
  codeCookie: day,
  gateDeviceCookie: 365 * day,
  /** Browsers keep no cookie longer than this. */
  knownBrowserCookie: 400 * day,

  // the gate
  ...doorDurations,
  /**
   * A ticket is valid from the first minute of its day, or this long before its night begins, whichever is earlier.
   */
  ticketBeforeNight: 12 * hour,
  /** How long after the night's beginning a ticket stays valid. */
  ticketAfterBeginning: 24 * hour,

  // emails
  /** Waits between tries. After the last wait comes the eighth and last try, after some two hours. */
  letterRetryMinutes: [1, 2, 4, 8, 16, 32, 60],
  /** When an email has been at the mail server for this long, its process counts as dead. */
  letterHandover: 10 * minute,

  // deletion
  /** How long recipient and variables of a finished email are kept. */
  letterContents: 90 * day,
  /** How long after a night the names on guest lists and sent tickets are kept, and its holders can be written to. */
  namesOfNight: 30 * day,
  /** How long a security event is kept. `migrations/access.sql` uses the same number. */
  securityEvent: 400 * day,
  /** How long the network in a security event is kept. `migrations/access.sql` uses the same number. */
  securityNetwork: 30 * day,
  /** When an unused picture, or a file without a row, is deleted. */
  unusedPicture: day,
  heartbeat: hour,
  /** How long a guest who ordered nothing is kept. */
  idleGuest: 7 * day,
  /** How long a request for the newsletter waits for its link to be used. */
  newsletterRequest: 7 * day,

  // alarms
  /** A process without a heartbeat for this long is gone. */
  lostProcess: 35,
  /** The alarm comes when the newest backup is older. */
  backupAge: 26 * hour,
  /** The wait for the next backup after a failed one. */
  backupRetry: hour,
  /** How long before the end of a certificate the alarm comes. */
  certificateWarning: 14 * day,
  /** Unfinished work older than this breaks an invariant. */
  unfinished: day,
} as const;
