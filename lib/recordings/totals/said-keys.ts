import "server-only";

/**
 * A number for what calls say of a person, in SQL: what is equal says the same, however it is written;
 * null says nothing. One expression, and most texts are ASCII.
 */
function saidKeySql(said: string): string {
  return `('x' || left(md5(nullif(CASE WHEN octet_length(${said}) = length(${said})
      THEN lower(translate(${said}, E' \\t\\r\\n\\f\\v', ''))
      ELSE lower(regexp_replace(normalize(${said}, NFKD), '[\\u0300-\\u036f\\s]+', '', 'g'))
    END, '')), 16))::bit(64)::bigint`;
}

/** Of columns of `recording`. The last nine digits are the same in every spelling of a number. */
export const saidKeys = {
  name: saidKeySql("(customer_first_name || customer_last_name)"),
  phone: saidKeySql("right(phone_digits, 9)"),
  email: saidKeySql("customer_email"),
  gender: saidKeySql("customer_gender"),
};
