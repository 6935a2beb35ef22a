package org.sotto.bench.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sotto.bench.doctor.Finding.Level;
import org.sotto.net.link.LinkProfile;

final class HostChecksTest {
  @TempDir private Path limits = Path.of("");

  private List<Finding> buffers(String read, String write, String link) throws Exception {
    Files.writeString(limits.resolve("tcp_rmem"), read);
    Files.writeString(limits.resolve("tcp_wmem"), write);
    return new HostChecks(limits).buffers(LinkProfile.parse(link));
  }

  @Test
  void buffersAreHeldAgainstTwiceWhatIsUnderWay() throws Exception {
    // 1 Gbit/s x 60 ms are 7.5 MB.
    List<Finding> found = buffers("4096\t131072\t15000000\n", "4096\t16384\t14999999\n", "wan");
    assertThat(found).extracting(Finding::level).containsExactly(Level.OK, Level.WARN);
    assertThat(found.get(1).expected()).contains("15,000,000");
    assertThat(found.get(1).got()).contains("14,999,999").contains("7,500,000");
    assertThat(found.get(1).advice())
        .contains("net.ipv4.tcp_wmem='4096 16384 15000000'")
        .contains("2 flows");
  }

  @Test
  void aFlowsOwnCapIsWhatCounts() throws Exception {
    assertThat(buffers("4096 131072 1500000", "4096 16384 1500000", "wan,flow=100Mbit"))
        .extracting(Finding::level)
        .containsOnly(Level.OK);
  }

  @Test
  void whatIsNoBufferSizeIsNotAdvisedUpon() throws Exception {
    for (String odd : List.of("4 4 4", "", "a b c")) {
      for (Finding finding : buffers(odd, odd, "wan")) {
        assertThat(finding.level()).isEqualTo(Level.WARN);
        assertThat(finding.expected()).contains("three numbers");
        assertThat(finding.advice()).doesNotContain("sysctl -w");
      }
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theKernelsOwnFilesAreRead() {
    assertThat(new HostChecks().buffers(LinkProfile.parse("lan,rate=1kbit")))
        .hasSize(2)
        .allSatisfy(f -> assertThat(f.level()).as(f.got()).isEqualTo(Level.OK));
  }

  @Test
  void withoutTheKernelsFilesNothingIsSaid() {
    assertThat(new HostChecks(limits.resolve("none")).buffers(LinkProfile.WAN)).isEmpty();
  }

  @Test
  void descriptorsAreCountedInSessions() {
    assertThat(HostChecks.descriptors(2, 32 * 16).level()).isEqualTo(Level.OK);
    assertThat(HostChecks.descriptors(2, 32 * 16 - 1).level()).isEqualTo(Level.WARN);
    assertThat(HostChecks.descriptors(2, 31).level()).isEqualTo(Level.FAIL);
  }
}
