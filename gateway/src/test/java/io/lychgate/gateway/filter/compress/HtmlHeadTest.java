package io.lychgate.gateway.filter.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The place of an element in the beginning of a document, in one piece and byte by byte. */
final class HtmlHeadTest {
  private static final String MARK = "#";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "<!DOCTYPE html><html><head><title>t</title>|<!DOCTYPE html><html><head>#<title>t</title>",
        "<!doctype html> <HTML lang='a>b'>\t<HEAD class=\">\">x|<!doctype html> <HTML lang='a>b'>\t<HEAD class=\">\">#x",
        "<!-- <head> --><html><head>|<!-- <head> --><html><head>#",
        "<!--><html><head>|<!--><html><head>#",
        "<!---><html><head>|<!---><html><head>#",
        "<!----><html><head>|<!----><html><head>#",
        "<!-- a --!><html><head>|<!-- a --!><html><head>#",
        "<!--!><head>--><html><head>|<!--!><head>--><html><head>#",
        "<!-- a -- b ---><html><head>|<!-- a -- b ---><html><head>#",
        "<!DOCTYPE html><title>-</title><p>|<!DOCTYPE html>#<title>-</title><p>",
        "<p>fragment|#<p>fragment",
        "<html><body>b|<html>#<body>b",
        "<html></head>|<html>#</head>",
        "<!DOCTYPE html>text|<!DOCTYPE html>#text",
        "<?xml version='1.0'?><html><head>|<?xml version='1.0'?><html><head>#",
        "<header>|#<header>",
        "<head-line>|#<head-line>",
        "<html lang=a\"b><head x=5\"><script>s=\"a>b\"|<html lang=a\"b><head x=5\">#<script>s=\"a>b\"",
        "<html 'a><head =\">x|<html 'a><head =\">#x",
        "<head a = 'x>' b='>'c>x|<head a = 'x>' b='>'c>#x",
        "<head a=b/><p>|<head a=b/>#<p>",
        "<HTML><FRAMESET cols='1,2'>|<HTML>#<FRAMESET cols='1,2'>",
        "<template><head></template>|#<template><head></template>",
        "<script>a='<head>'</script>|#<script>a='<head>'</script>",
        "<head><title>a <b> c</title><script>|<head>#<title>a <b> c</title><script>",
        "<head><meta name='a>b'><p>|<head>#<meta name='a>b'><p>",
      })
  void isAfterTheStartOfTheHead(String text, String expected) {
    assertThat(insert(text, true, text.length())).isEqualTo(expected);
    assertThat(insert(text, true, 1)).as("byte by byte").isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "<html><head><meta charset=utf-8><title>|<html><head><meta charset=utf-8>#<title>",
        "<head><meta name=a><meta http-equiv=content-type content='text/html; charset=x'>b|<head><meta name=a><meta http-equiv=content-type content='text/html; charset=x'>#b",
        "<html><head><title>t|<html><head>#<title>t",
        "<head><title>t</title><meta charset=x><p>|<head><title>t</title><meta charset=x>#<p>",
        "<head><meta name=description content=charset><meta charset=x><p>|<head><meta name=description content=charset><meta charset=x>#<p>",
        "<head><link><meta charset=x><p>|<head>#<link><meta charset=x><p>",
      })
  void isBehindTheCharsetIfOnlyThePageStatesIt(String text, String expected) {
    assertThat(insert(text, false, text.length())).isEqualTo(expected);
    assertThat(insert(text, false, 1)).as("byte by byte").isEqualTo(expected);
  }

  /** HTML, "determining the character encoding": browsers look for it in the first 1024 bytes. */
  @ParameterizedTest
  @ValueSource(ints = {300, 900, 1100})
  void movesNoCharsetOutOfTheBytesInWhichItCounts(int before) {
    String link = "<head><link href='" + "x".repeat(before) + "'>";
    String text = link + "<META CharSet=windows-1252><p>" + "y".repeat(2000);
    String changed = text.replace("<head>", "<head>#");
    boolean mayMove = before != 900;

    for (int piece : new int[] {1, text.length()}) {
      assertThat(insert(text, false, piece)).isEqualTo(mayMove ? changed : text);
      assertThat(insert(text, true, piece)).isEqualTo(changed);
      assertThat(insert("\u00ef\u00bb\u00bf" + text, false, piece))
          .as("a mark outweighs it")
          .endsWith(changed);
      String ofScript = text.replace("META", "script");
      assertThat(insert(ofScript, false, piece)).contains("<head>#");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "<head><meta http-equiv=Content-Security-Policy content=\"default-src 'none'\"><p>|default-src 'none'",
        "<head><title>t</title><META content='script-src &#39;self&#39;' HTTP-EQUIV = 'content-security-policy'><p>|script-src 'self'",
        "<meta http-equiv=content-security-policy content=sandbox><meta name=a>x|sandbox",
        "<head><meta name=content-security-policy content=sandbox><p>|``",
        "<head><!-- <meta http-equiv=content-security-policy content=sandbox> --><p>|``",
      })
  void knowsThePoliciesOfMetaElements(String text, String policy) {
    for (int piece : new int[] {1, text.length()}) {
      Inserted inserted = new Inserted();
      insert(text, true, piece, inserted);
      assertThat(String.join("; ", inserted.policies)).isEqualTo(policy);
    }
  }

  @Test
  void leavesOtherTextsAlone() {
    for (String text :
        List.of("{\"a\": 1}", "plain", "", "<", "<!-- never closed", "<html", " \n ")) {
      assertThat(insert(text, true, Math.max(1, text.length()))).isEqualTo(text);
      assertThat(insert(text, true, 1)).isEqualTo(text);
    }
    assertThat(insert("\u00fe\u00ff\0<\0h", true, 1)).as("UTF-16").isEqualTo("\u00fe\u00ff\0<\0h");
    assertThat(insert("<\0h\0t\0m\0", true, 2)).as("UTF-16").isEqualTo("<\0h\0t\0m\0");
    assertThat(insert("\u00ef\u00bb\u00bf<html><head>", true, 2))
        .as("UTF-8")
        .isEqualTo("\u00ef\u00bb\u00bf<html><head>#");
  }

  @Test
  void holdsABoundedBeginningOnly() {
    String text = "<!--" + " ".repeat(20_000) + "--><html><head>";

    assertThat(insert(text, true, 1000)).isEqualTo(text);
  }

  /** Inserts the mark, and records the calls. */
  private static final class Inserted implements InsertedText {
    private final List<String> policies = new ArrayList<>();
    private int calls;

    @Override
    public byte[] of(List<String> ofMetaElements) {
      calls++;
      policies.addAll(ofMetaElements);
      return MARK.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void hasNoPlace() {
      calls++;
    }
  }

  private static String insert(String text, boolean hasCharset, int piece) {
    return insert(text, hasCharset, piece, new Inserted());
  }

  private static String insert(String text, boolean hasCharset, int piece, Inserted inserted) {
    InsertingCoder coder = new InsertingCoder(inserted, new HtmlHead(hasCharset), null, null);
    ByteBuf out = Unpooled.buffer();
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    for (int at = 0; at < bytes.length; at += piece) {
      coder.code(ByteBuffer.wrap(bytes, at, Math.min(piece, bytes.length - at)), out);
    }
    coder.finish(out);
    assertThat(inserted.calls).isEqualTo(1);
    String result = out.toString(StandardCharsets.ISO_8859_1);
    out.release();
    return result;
  }
}
