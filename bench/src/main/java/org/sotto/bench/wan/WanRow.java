package org.sotto.bench.wan;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.stream.IntStream;

/** One measurement of an experiment, beside what was predicted. */
public sealed interface WanRow {
  /** Columns of {@link #csv}. */
  List<Object> COLUMNS =
      List.of("experiment", "setting", "bytes", "rounds", "measuredSeconds", "predictedSeconds");

  /** One row or more for a table that all experiments share. */
  List<List<Object>> csv();

  /**
   * A transfer one way.
   *
   * @param flows how many flows were set, 0 for the automatic count
   * @param transfer its number in the session, from 1
   * @param messageBytes bytes a message
   * @param bytes of all messages
   * @param measuredSeconds from the first send to the last byte received
   */
  record Transfer(
      String experiment,
      int flows,
      int transfer,
      int messageBytes,
      long bytes,
      double measuredSeconds,
      double predictedSeconds)
      implements WanRow {
    /** Payload bits per second, in millions. */
    @JsonProperty
    public double goodputMbit() {
      return 8e-6 * bytes / measuredSeconds;
    }

    /** Measured to predicted time. */
    @JsonProperty
    public double ratio() {
      return measuredSeconds / predictedSeconds;
    }

    @Override
    public List<List<Object>> csv() {
      String setting =
          (flows == 0 ? "automatic flows, transfer " + transfer : flows + " flows")
              + ", messages of "
              + messageBytes;
      return List.of(List.of(experiment, setting, bytes, 1, measuredSeconds, predictedSeconds));
    }
  }

  /**
   * Rounds in which each party sends a small message to both others and receives one from both.
   *
   * @param carriage driven or shared
   * @param bytes that each party sent to each other
   * @param measuredSeconds of all rounds, at the slowest party
   * @param medianRoundSeconds of all rounds at all parties
   * @param worstRoundSeconds the slowest single round
   */
  record Rounds(
      String carriage,
      int rounds,
      long bytes,
      double measuredSeconds,
      double predictedSeconds,
      double medianRoundSeconds,
      double worstRoundSeconds)
      implements WanRow {
    /** Measured to predicted time. */
    @JsonProperty
    public double ratio() {
      return measuredSeconds / predictedSeconds;
    }

    @Override
    public List<List<Object>> csv() {
      return List.of(List.of("rounds", carriage, bytes, rounds, measuredSeconds, predictedSeconds));
    }
  }

  /**
   * Round trips of a small message.
   *
   * @param setting what runs beside it
   * @param secondsEach of each round trip, ascending
   * @param limitSeconds what none should exceed
   */
  record Latency(String setting, List<Double> secondsEach, double limitSeconds) implements WanRow {
    private static final List<Integer> PERCENTILES = List.of(50, 99, 100);

    /** Sorts. */
    public Latency {
      secondsEach = secondsEach.stream().sorted().toList();
    }

    /** The least time that so many per cent did not exceed. */
    double percentile(int percent) {
      int rank = (secondsEach.size() * percent + 99) / 100;
      return secondsEach.get(Math.max(1, rank) - 1);
    }

    /** Whether the slowest was within the limit. */
    @JsonProperty
    public boolean within() {
      return percentile(100) <= limitSeconds;
    }

    @Override
    public List<List<Object>> csv() {
      return IntStream.range(0, PERCENTILES.size())
          .map(PERCENTILES::get)
          .<List<Object>>mapToObj(
              p ->
                  List.of(
                      "beside",
                      setting + (p == 100 ? ", max" : ", p" + p),
                      WanPlan.ROUND_BYTES,
                      2,
                      percentile(p),
                      limitSeconds))
          .toList();
    }
  }
}
