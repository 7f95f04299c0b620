/**
 * Which test files `npm test` leaves to `npm run test:all`: too dear to run before each push. Everything else runs before a
 * push, also what is new. Journeys in a browser that run before a push have the tag `@first`.
 */
export const later = [
  "test/attacks/!(hostile-texts|production-mode|role-matrix|written-fields).test.ts",
  "test/{evening,faults,identity,processes,site,upgrade}/**/*.test.ts",
  "test/{bootstrap,schema-drift}.test.ts",
  "src/ticketing/people/login-limits.server.test.ts",
  "src/ticketing/delivery/deliver-letters.server.test.ts",
  "src/platform/database/{silent-server,silent-transaction,embedded-crash,embedded-server,embedded-account}.server.test.ts",
  "src/platform/storage/{image-converter,picture-bucket}.server.test.ts",
  "src/web/gate/scanner/decode-frame.test.ts",
  "src/host/{copy-pictures,create-admin}.test.ts",
];

/** A sample of these, drawn by the seed that the run prints, runs before a push; all of them in `npm run test:all`. */
export const seeded = [
  "test/{model,money,permutations,races}/**/*.test.ts",
  "test/attacks/hostile-texts.test.ts",
];

/** The files that take longest, each run's first: begun last, one of them would keep one core busy and leave the other idle. */
export const dearest = [
  "test/attacks/hostile-texts.test.ts",
  "test/faults/crash-points.test.ts",
  "test/races/pairs.test.ts",
  "test/races/door.test.ts",
  "test/attacks/back-office.test.ts",
  "src/ticketing/people/login-limits.server.test.ts",
  "test/permutations/notice-permutations.test.ts",
  "test/evening/small-evening.test.ts",
];
