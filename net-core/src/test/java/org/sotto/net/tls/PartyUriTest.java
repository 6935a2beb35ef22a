package org.sotto.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each party has one URI, and no other spelling of it passes. */
final class PartyUriTest {
  @ParameterizedTest
  @CsvSource({
    "0, alice, sotto:party/0/alice",
    "255, a-b.c_d~, sotto:party/255/a-b.c_d~",
    "7, two words, sotto:party/7/two%20words",
    "1, a/b?c#d%, sotto:party/1/a%2Fb%3Fc%23d%25",
    "2, zoë, sotto:party/2/zo%C3%AB",
    "3, \uD83D\uDC1F, sotto:party/3/%F0%9F%90%9F",
  })
  void aPartyHasOneUri(int id, String name, String uri) {
    assertThat(new PartyUri(id, name).uri()).isEqualTo(uri);
    assertThat(PartyUri.parse(uri)).isEqualTo(new PartyUri(id, name));
    assertThat(URI.create(uri).getScheme()).isEqualTo("sotto");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sotto:party",
        "sotto:party/",
        "sotto:party/0",
        "sotto:party/0/",
        "sotto:party//alice",
        "sotto:party/-1/alice",
        "sotto:party/+1/alice",
        "sotto:party/00/alice",
        "sotto:party/256/alice",
        "sotto:party/99999999999/alice",
        "sotto:party/\u0661/alice",
        "sotto:party/0/al%69ce",
        "sotto:party/0/zo%c3%ab",
        "sotto:party/0/zoë",
        "sotto:party/0/a%",
        "sotto:party/0/a%2",
        "sotto:party/0/a%+2",
        "sotto:party/0/a%-2",
        "sotto:party/0/a%zz",
        "sotto:party/0/%FF",
        "sotto:party/0/%C0%AF",
        "sotto:party/0/%20",
        "sotto:party/0/two words",
        "sotto:party/0/alice/x",
        "sotto:party/0/alice?x",
        "sotto:party/0/alice\n",
        "SOTTO:party/0/alice",
        "sotto://party/0/alice",
      })
  void noOtherSpellingPasses(String uri) {
    assertThatThrownBy(() -> PartyUri.parse(uri))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected sotto:party/<id>/<name>")
        .message()
        .matches("[ -~]*");
  }

  @Test
  void namesAreBounded() {
    assertThat(PartyUri.parse(new PartyUri(0, "\u20AC".repeat(64)).uri()).name()).hasSize(64);
    for (String wrong : new String[] {"", " ", "x".repeat(65), "\uD83D"}) {
      assertThatThrownBy(() -> new PartyUri(0, wrong)).isInstanceOf(IllegalArgumentException.class);
    }
    String lengthy = "sotto:party/0/" + "x".repeat(100_000);
    assertThatThrownBy(() -> PartyUri.parse(lengthy)).message().hasSizeLessThan(300);
  }

  @Test
  void aLabelIsOneLineWhateverTheName() {
    assertThat(new PartyUri(1, "bob\nroot").label()).isEqualTo("bob%0Aroot (party 1)");
  }
}
