/** Rows that say what the product is, not what it does: nothing of them can be tested by itself. */
export const contextRows: Readonly<Record<string, string>> = {
  "A1-01": "what the product is",
  "A1-02": "two parts of one product",
  "A1-03": "who the site is for",
  "A1-13": "decision 14",
  "A1-14": "decisions 12 to 14",
  "A1-37": "decision 14; who may see and write what is shown by test/access",
  "A14-33": "the duration is ours to choose",
  "A14-38": "the shapes are ours to choose",
  "A15-09": "said row by row in B12",
  "A16-01": "decision 14",
  "A16-09": "decision 12",
  "A16-15": "decision 14",
};

/** Rows that say what another row says. */
export const equalRows: Readonly<Record<string, string>> = {
  "A12-22": "A1-33",
  "A13-17": "A13-01",
  "A16-14": "A11-02",
  "A16-18": "A16-05",
  "A17-23": "A7-14",
  "A18-02": "A1-05",
  "A18-03": "A15-23",
  "A18-04": "A12-13",
  "A18-05": "A12-15",
  "A18-07": "A6-05",
  "A18-09": "A3-28",
  "A18-10": "A3-41",
  "A18-11": "A3-13",
  "A18-12": "A3-18",
  "A18-13": "A2-11",
  "A18-20": "A14-39",
  "A18-21": "A14-06",
  "A18-22": "A13-08",
  "A18-24": "A3-38",
  "A18-25": "B2-10",
};
