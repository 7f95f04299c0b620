/**
 * The columns whose words a person is found by in every search of the office: a profile's, and those of a ticket,
 * whose holder may have no profile. Each list is one index. (Orders are found by `findOrdersNamed` besides.)
 * `alias`: the table's name in the statement, with its dot.
 */
export const wordsOfPerson = (alias = "") => [`${alias}full_name`, `${alias}contact::text`];
export const wordsOfHolder = (alias = "") => [`${alias}holder_name`];
