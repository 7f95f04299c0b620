/** What a buyer reads of a price in phases. */
export const phaseTexts = {
  phase: (name: string, price: string) => `${name} ${price} LEI`,
  left: (left: number) => (left === 1 ? "încă unul" : `încă ${left}`),
  until: (moment: string) => `până ${moment}`,
  or: " sau ",
  next: (price: string) => `Apoi ${price} LEI`,
  over: (name: string) => `${name} s-a terminat`,
} as const;
