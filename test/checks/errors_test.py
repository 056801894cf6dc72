"""Tests the parsers and the judgement of scripts/conformance/errors.py on small inputs."""

import pathlib
import sys
import unittest
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "conformance"))

import arguments  # noqa: E402
import configurations  # noqa: E402
import driver  # noqa: E402
import errors as tool  # noqa: E402
import probes  # noqa: E402
import registry as registries  # noqa: E402
import specification  # noqa: E402

XML = """<registry>
  <types>
    <type category="define">typedef <type>uint32_t</type> <name>cl_uint</name>;</type>
    <type category="define">typedef <type>uint64_t</type> <name>cl_ulong</name>;</type>
    <type category="define">typedef <type>cl_ulong</type> <name>cl_bitfield</name>;</type>
    <type category="define">typedef <type>cl_bitfield</type> <name>cl_flags</name>;</type>
    <type category="define">typedef <type>cl_uint</type> <name>cl_info</name>;</type>
    <type category="define">typedef struct _cl_context * <name>cl_context</name>;</type>
    <type category="define">typedef struct _cl_event * <name>cl_event</name>;</type>
    <type category="struct" name="cl_mutable_dispatch_arg_khr">
      <member><type>cl_uint</type> <name>arg_index</name></member><member><type>size_t</type> <name>arg_size</name></member></type>
    <type category="struct" name="cl_mutable_dispatch_config_khr">
      <member><type>cl_context</type> <name>command</name></member>
      <member><type>cl_uint</type> <name>num_args</name></member>
      <member>const <type>cl_mutable_dispatch_arg_khr</type>* <name>arg_list</name></member></type>
    <type category="struct" name="cl_shape"><member><type>cl_uint</type> <name>side</name></member></type>
  </types>
  <enums name="ErrorCodes.0">
    <enum value="0" name="CL_SUCCESS"/><enum value="-30" name="CL_INVALID_VALUE"/>
    <enum value="-34" name="CL_INVALID_CONTEXT"/><enum value="-57" name="CL_INVALID_EVENT_WAIT_LIST"/>
    <enum value="-61" name="CL_INVALID_BUFFER_SIZE"/>
  </enums>
  <enums name="Others"><enum value="0x10" name="CL_INFO_SIZE"/><enum bitpos="3" name="CL_FLAG"/></enums>
  <commands>
    <command><proto><type>cl_int</type> <name>clMake</name></proto>
      <param><type>cl_context</type> <name>context</name></param>
      <param><type>cl_flags</type> <name>flags</name></param>
      <param><type>size_t</type> <name>size</name></param>
      <param>const <type>cl_shape</type>* <name>shape</name></param>
      <param><type>cl_uint</type> <name>num_events_in_wait_list</name></param>
      <param>const <type>cl_event</type>* <name>event_wait_list</name></param>
      <param><type>void</type> (<type>CL_CALLBACK</type>* <name>done</name>)(<type>void</type>* data)</param>
    </command>
    <command><proto><type>void</type>* <name>clMapEXT</name></proto>
      <param><type>cl_info</type> <name>param_name</name></param></command>
    <command><proto><type>cl_int</type> <name>clAsk</name></proto>
      <param><type>cl_info</type> <name>param_name</name></param>
      <param><type>size_t</type> <name>param_value_size</name></param>
      <param><type>void</type>* <name>param_value</name></param>
      <param><type>size_t</type>* <name>param_value_size_ret</name></param></command>
  </commands>
  <feature><require comment="cl_info"><enum name="CL_INFO_SIZE"/></require>
    <require><command name="clMake"/></require></feature>
  <extensions><extension name="cl_ext_map"><require><command name="clMapEXT"/></require></extension></extensions>
</registry>"""

TEXT = """
[open,refpage='clMake',desc='Makes',type='protos']
--
  * _size_ is a size in bytes.

// refError

  * {CL_INVALID_CONTEXT} if _context_ is not a valid context.
  * {CL_INVALID_VALUE}
    ** if _shape_ or _done_
    are `NULL`
ifdef::cl_ext_map[]
    ** if _flags_ is not valid
endif::cl_ext_map[]
  * {CL_INVALID_BUFFER_SIZE} if _size_ is 0.
// * {CL_NOT_HERE} if commented out
  * {CL_INVALID_EVENT_WAIT_LIST} if event objects are not valid events.

| A table with {CL_OTHER} and _size_
--

[open,refpage='clMapEXT',desc='Maps',type='protos']
--
// refError
Otherwise, it returns the errors defined by {clMake} except:

{CL_INVALID_BUFFER_SIZE} is replaced with:

  * {CL_INVALID_VALUE} if _param_name_ is 0.
--
"""


def registry():
    return registries.Registry(xml.etree.ElementTree.fromstring(XML))


def errors_of(name, text=TEXT):
    return specification.inherit(name, specification.sections_of(text), registry().errors)


class RegistryTest(unittest.TestCase):
    def test_commands_have_parameters_and_extensions(self):
        make, map_ = (registry().commands[name] for name in ("clMake", "clMapEXT"))
        self.assertEqual([each.name for each in make.parameters][:3], ["context", "flags", "size"])
        self.assertEqual((make.extensions, make.returns_error()), ([], True))
        self.assertEqual((map_.extensions, map_.result), (["cl_ext_map"], "void*"))
        self.assertTrue(make.parameters[-1].callback)
        self.assertEqual((make.parameters[5].stars, make.parameters[5].constant), (1, True))

    def test_types_are_sorted(self):
        read = registry()
        self.assertEqual(read.handles, {"cl_context", "cl_event"})
        self.assertEqual([each.name for each in read.structures["cl_shape"]], ["side"])
        self.assertEqual((read.bits("cl_flags"), read.bits("cl_info"), read.bits("cl_event")), (64, 32, None))
        self.assertTrue(read.is_bitfield("cl_flags") and read.is_enumeration("cl_info"))

    def test_errors_and_enumerators_have_values(self):
        read = registry()
        self.assertEqual(read.errors["CL_INVALID_VALUE"], -30)
        self.assertEqual((read.enumerators("cl_info"), read.values["CL_FLAG"]), (["CL_INFO_SIZE"], 8))
        self.assertNotIn("CL_FLAG", read.errors)


class SpecificationTest(unittest.TestCase):
    def test_listed_errors_are_read(self):
        self.assertEqual(errors_of("clMake").names(), {"CL_INVALID_CONTEXT", "CL_INVALID_VALUE", "CL_INVALID_BUFFER_SIZE",
                                                       "CL_INVALID_EVENT_WAIT_LIST"})

    def test_conditions_go_over_lines_and_end_with_the_list(self):
        errors = errors_of("clMake")
        self.assertEqual(errors.clauses["CL_INVALID_VALUE"], ["if _shape_ or _done_ are `NULL`", "if _flags_ is not valid"])
        self.assertEqual(errors.clauses["CL_INVALID_EVENT_WAIT_LIST"], ["if event objects are not valid events."])

    def test_conditions_demand_errors(self):
        errors = errors_of("clMake")
        self.assertEqual((errors.required("shape"), errors.required("done")), ({"CL_INVALID_VALUE"},) * 2)
        self.assertEqual((errors.nonzero("size"), errors.nonzero("flags")), ({"CL_INVALID_BUFFER_SIZE"}, set()))

    def test_errors_are_inherited_unless_replaced(self):
        self.assertEqual(errors_of("clMapEXT").names(),
                         {"CL_INVALID_CONTEXT", "CL_INVALID_VALUE", "CL_INVALID_EVENT_WAIT_LIST"})

    def test_older_documents_name_functions_in_a_sentence(self):
        text = "*clMake* and *clMapEXT* will return `CL_SUCCESS`. Otherwise, they return:\n\n* `CL_INVALID_CONTEXT` if _context_ is old.\n"
        sections = specification.older_sections_of(text, registry().commands)
        self.assertEqual(set(sections), {"clMake", "clMapEXT"})
        self.assertEqual(specification.listed(sections["clMake"], registry().errors).names(), {"CL_INVALID_CONTEXT"})


class ProbesTest(unittest.TestCase):
    def demands(self, parameter):
        calls = probes.of_command(registry().commands["clMake"], registry(), errors_of("clMake"))
        return {each.label: each.demand for each in calls if each.parameter == parameter}

    def test_a_list_has_its_length(self):
        self.assertEqual(arguments.lengths(registry().commands["clMake"])["event_wait_list"], "num_events_in_wait_list")

    def test_wrong_handles_demand_the_error_of_their_type(self):
        self.assertEqual(self.demands("context")["null"], {"CL_INVALID_CONTEXT"})
        self.assertEqual(self.demands("context")["stale"], probes.RETURNS)
        self.assertEqual(self.demands("event_wait_list")["no-list"], {"CL_INVALID_EVENT_WAIT_LIST"})
        self.assertEqual(self.demands("event_wait_list")["foreign"], {"CL_INVALID_CONTEXT"})

    def test_numbers_and_pointers_demand_the_errors_of_the_text(self):
        self.assertEqual(self.demands("size")["zero"], {"CL_INVALID_BUFFER_SIZE"})
        self.assertEqual(self.demands("shape")["null"], {"CL_INVALID_VALUE"})
        self.assertEqual(self.demands("flags")["unknown"], probes.REFUSED)
        self.assertIn("ones", self.demands("shape"))

    def test_queries_are_asked_with_too_little_memory(self):
        queries = {name: [each.label for each in probes.of_query(registry().commands[name], registry())]
                   for name in ("clAsk", "clMapEXT")}
        self.assertEqual(queries, {"clAsk": ["CL_INFO_SIZE-short"], "clMapEXT": []})


class ConfigurationsTest(unittest.TestCase):
    def test_structures_are_laid_out_as_in_c(self):
        encoded = configurations.encode(registry(), configurations.CONFIG, {"command": 1, "num_args": 2, "arg_list": -1})
        self.assertEqual(encoded, b"\1" + bytes(7) + b"\2" + bytes(7) + b"\xff" * 8)

    def test_lists_contradict_their_lengths(self):
        found = {each.label: each.demand for each in configurations.Configurations(registry()).of_list("arg_list")}
        self.assertEqual(found["arg_list-no-list"], {"CL_INVALID_VALUE"})
        self.assertEqual(found["arg_list-arg_index-largest"], {"CL_INVALID_ARG_INDEX"})
        self.assertEqual(found["arg_list-arg_size-half"], probes.LISTED)
        self.assertEqual(found["arg_list-valid"], probes.SUCCEEDS)


class JudgementTest(unittest.TestCase):
    def judge(self, demand, result, valid=(0, None)):
        names = {0: "CL_SUCCESS", -5: "CL_OUT_OF_RESOURCES", -30: "CL_INVALID_VALUE", -34: "CL_INVALID_CONTEXT"}
        return tool.judge(probes.Probe("size", "zero", None, demand), result, errors_of("clMake"), names, valid)

    def test_demanded_results_pass(self):
        self.assertIsNone(self.judge(probes.SUCCEEDS, (0, None)))
        self.assertIsNone(self.judge(probes.LISTED, (-30, None)))
        self.assertIsNone(self.judge({"CL_INVALID_CONTEXT"}, (-34, 0)))
        self.assertIsNone(self.judge(probes.RETURNS, (-5, None)))

    def test_other_results_fail(self):
        for demand, result in ((probes.SUCCEEDS, (-30, None)), (probes.LISTED, (-5, None)), (probes.REFUSED, (0, None)),
                               ({"CL_INVALID_CONTEXT"}, (-30, None)), (probes.LISTED, (0, 0)), (probes.LISTED, (-30, 7)),
                               (probes.LISTED, (driver.ERROR_NOT_STORED, 0)), (probes.RETURNS, "hangs")):
            self.assertIsNotNone(self.judge(demand, result), (demand, result))

    def test_the_error_of_the_valid_call_passes(self):
        self.assertIsNone(self.judge({"CL_INVALID_CONTEXT"}, (-30, None), valid=(-30, None)))


if __name__ == "__main__":
    unittest.main()
