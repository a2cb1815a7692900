package ownstructures;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

// What is linked, or has an array, and is no data structure.

/** Everybody has a boss, and is in a list. */
class Employee {
    String name;
    double salary;
    Employee manager;
}

class Company {
    final List<Employee> staff = new ArrayList<>();
    Employee owner;
}

/** A tree of people that is reached from its top only. */
class Officer {
    String name;
    int rank;
    Officer[] reports;
    Officer superior;
}

class Army {
    String country;
    Officer general;
}

/** A document with elements in elements. */
class Element {
    String tag, text;
    Map<String, String> attributes = new HashMap<>();
    List<Element> children = new ArrayList<>();
    Element parent;
    Document document;
}

class Document {
    String title;
    Element root;
}

class Point {
    double x, y;
}

class Polygon {
    Point[] corners;
    String color;
}

class Matrix {
    double[][] rows;
}

class Customer {
    String name, street, city;
    long number;
}

class Item {
    String article;
    int pieces;
}

class Order {
    long number;
    Customer customer;
    List<Item> items = new ArrayList<>();
}

class Cart {
    List<Item> items = new ArrayList<>();
}

/** A chain of those who may answer. */
class Handler {
    String name;
    Handler next;
}

class Dispatcher {
    Handler first;
}

class City {
    String name;
    Road[] roads;
}

class Road {
    City from, to;
    int length;
}

class Country {
    City capital;
    City[] cities;
}

/** What a text was before. */
class Revision {
    String text, author;
    long time;
    Revision previous;
}

class Article {
    String title;
    Revision latest;
}

/** An expression. */
abstract class Expression { }

class Sum extends Expression {
    Expression left, right;
}

class Number extends Expression {
    double value;
}

class Formula {
    Expression expression;
    String unit;
}

class Flight {
    String from, to;
    Flight connection;
}

class Ticket {
    Flight flight;
    String passenger;
}

class Settings {
    String[] tags;
    boolean isActive;
}

class Person {
    String name;
    Person mother, father, spouse;
}

class Registry {
    Person[] people;
    String town;
}

/** Variables, and where to look on. */
class Scope {
    Scope outer;
    Map<String, Object> variables = new HashMap<>();
}

class Interpreter {
    Scope scope;
    int line;
}

class Button {
    String label;
    Runnable[] listeners;
}

/** One around the other. */
class Stage {
    Stage input;
    String name;
    int bytes;
}

class Pipeline {
    Stage last;
    String name;
}
